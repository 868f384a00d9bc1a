// Against guessing: counts failures per address, per person and per e-mail, in this process. An attempt counts
// before it is checked, so that many at once do not slip through, and is taken back when it was right.
import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Failure } from '../operations/failure.ts';

const WINDOW_MS = 15 * 60_000;
const MOST_KEYS = 50_000;
/** Guesses within the window: of one secret, and from one address, which an office may share. */
export const GUESSES = { secret: 10, address: 50 };

/** Requests within a minute of those who have one share link, from one address, which an office may share. */
export const VISITS = 300;
const VISITS_MS = 60_000;

type Count = { failures: number; until: number };

export class Limits {
  readonly #counts = new LRUCache<string, Count>({ max: MOST_KEYS });
  readonly #clock: () => Date;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /**
   * Runs `check`, unless too much was guessed from this address or at this secret: then 429 before any work.
   * Only refusals that `check` throws count.
   */
  async guard<T>({ ip, secret }: { ip: string; secret?: string }, check: () => Promise<T>): Promise<T> {
    const keys = [{ key: `address ${networkOf(ip)}`, most: GUESSES.address }];
    if (secret !== undefined) keys.push({ key: `secret ${secret}`, most: GUESSES.secret });
    for (const one of keys) this.#refuse(one);
    const counts = keys.map(({ key }) => this.#count(key));
    try {
      const result = await check();
      for (const count of counts) count.failures -= 1;
      return result;
    } catch (error) {
      if (!(error instanceof Failure)) for (const count of counts) count.failures -= 1;
      throw error;
    }
  }

  #refuse({ key, most }: { key: string; most: number }): void {
    const count = this.#counts.get(key);
    const now = this.#clock().getTime();
    if (!count || count.until <= now || count.failures < most) return;
    const retryAfter = Math.ceil((count.until - now) / 1000);
    throw new Failure(429, `Too many wrong attempts; try again in ${retryAfter} s`, { retryAfter });
  }

  #count(key: string): Count {
    const now = this.#clock().getTime();
    const known = this.#counts.get(key);
    const count = known && known.until > now ? known : { failures: 0, until: now + WINDOW_MS };
    count.failures += 1;
    this.#counts.set(key, count);
    return count;
  }
}

/** Against too many requests by a share link, which may be anywhere: counts them per link and address, in this process. */
export class Visits {
  // Beside the guesses: who comes from many addresses must not push those out.
  readonly #counts = new LRUCache<string, { visits: number; until: number }>({ max: MOST_KEYS });
  readonly #clock: () => Date;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** Counts a request; 429 when there were too many. */
  admit(share: { account_id: number; id: number }, ip: string): void {
    const key = `${share.account_id}.${share.id} ${networkOf(ip)}`;
    const now = this.#clock().getTime();
    const known = this.#counts.get(key);
    // A clock that was set back must not lengthen the minute.
    const isOver = !known || known.until <= now || known.until > now + VISITS_MS;
    const count = isOver ? { visits: 0, until: now + VISITS_MS } : known;
    count.visits += 1;
    this.#counts.set(key, count);
    if (count.visits <= VISITS) return;
    const retryAfter = Math.ceil((count.until - now) / 1000);
    throw new Failure(429, `Too many requests; try again in ${retryAfter} s`, { retryAfter });
  }
}

/** Whoever has one IPv6 address has a network of 2^64: they count as one. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('%', 1)[0]?.split('::') ?? [];
  const groups = head.split(':').filter(Boolean);
  const ending = tail?.split(':').filter(Boolean) ?? [];
  const zeros = tail === undefined ? [] : Array<string>(8 - groups.length - ending.length).fill('0');
  const all = [...groups, ...zeros, ...ending].slice(0, 4);
  return `${all.map((group) => group.replace(/^0+(?=.)/, '').toLowerCase()).join(':')}::/64`;
}
