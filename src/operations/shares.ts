// Share links: members make and revoke them; whoever has one sees the brand's overview within its filters.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ConsoleOperations } from '../../contract/console.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import { shareMessages } from '../../contract/shares.ts';
import { derive } from '../domain/seal.ts';
import { withinShare } from '../domain/share.ts';
import * as storage from '../storage/shares.ts';
import { hashPassword, isPassword } from './accounts.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context } from './context.ts';
import { Failure } from './failure.ts';

type In<N extends keyof ConsoleOperations> = Valid<ConsoleOperations[N]>;
type Out<N extends keyof ConsoleOperations> = Promise<Output<ConsoleOperations[N]>>;

const DAY_MS = 86_400_000;
const PASS_MS = DAY_MS / 2;
const LARGEST_ID = 2 ** 31;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** The links of a brand; never their addresses. */
export async function shares(context: Context, caller: Caller, input: In<'shares'>): Out<'shares'> {
  const brand = await brandOf(context, caller, input.brand_id);
  return { success: true, shares: (await storage.listShares(context.db, brand)).map(shown) };
}

/** Makes a link, whose address is returned here and never again. */
export async function createShare(
  context: Context,
  caller: Caller,
  input: In<'createShare'>,
): Out<'createShare'> {
  const brand = await brandOf(context, caller, input.brand_id);
  const { days, date, ai_agent = [], tags = [], compare = true, expires_days } = input;
  if (days !== undefined && date !== undefined) throw Failure.invalid('give days or date, not both');
  const token = randomBytes(24).toString('base64url');
  const share = await storage.addShare(context.db, brand, {
    name: input.name,
    token_hash: hashOf(token),
    filters: { days, date, ai_agent, tags, compare },
    password_hash: input.password === undefined ? null : await hashPassword(input.password),
    created_by: caller.member?.userId ?? null,
    expires_at:
      expires_days === undefined
        ? null
        : new Date(context.clock().getTime() + expires_days * DAY_MS).toISOString(),
  });
  const origin = context.publicUrl ?? caller.member?.origin ?? '';
  return { success: true, share: shown(share), link: `${origin}/share/${token}` };
}

/** Revokes a link, at once. */
export async function deleteShare(
  context: Context,
  caller: Caller,
  { share_id }: In<'deleteShare'>,
): Out<'deleteShare'> {
  const share =
    share_id < LARGEST_ID ? await storage.findShare(context.db, caller.accountId, share_id) : undefined;
  if (!share) throw Failure.notFound(shareMessages.notFound);
  await brandOf(context, caller, share.brand_id);
  await storage.deleteShare(context.db, caller.accountId, share.id);
  return { success: true, message: 'Share link revoked successfully' };
}

/** Throws when too many come by a link. */
type Admit = (share: { account_id: number; id: number }) => void;

/** What a link shows, and a pass for it. Throws 404 for a link that is none (any more), 401 for its password. */
export async function openShare(
  context: Context,
  { token, password }: { token: string; password?: string | undefined },
  admit: Admit,
) {
  const share = await storage.findShareByToken(context.db, hashOf(token));
  const now = context.clock();
  if (!share || isOver(share, now)) throw Failure.notFound(shareMessages.gone);
  admit(share);
  if (share.password_hash !== null) {
    if (!password) throw new Failure(401, shareMessages.password);
    if (!(await isPassword(password, share.password_hash)))
      throw new Failure(401, shareMessages.wrongPassword);
  }
  await storage.touchShare(context.db, share, now);
  const { name, brand_id, filters, expires_at } = shown(share);
  return {
    success: true as const,
    pass: passOf(context, share, now.getTime() + PASS_MS),
    share: { name, brand_id, filters, expires_at },
  };
}

export type Visitor = {
  caller: Caller;
  /** The input that the link allows in the place of this one; 403 when there is none. */
  narrow(input: Record<string, unknown>): Record<string, unknown>;
  /** What the link shows of an answer: of the brand, what stands on its page. */
  veil(answer: object): object;
};

/** Who shows a pass; null when it is forged or old, or its link is revoked. */
export async function visitorOf(context: Context, pass: string, admit: Admit): Promise<Visitor | null> {
  const [account = '', id = '', until = '', mac = ''] = pass.split('.');
  const share = { account_id: Number(account), id: Number(id) };
  const isOurs = isSame(mac, macOf(context, `${account}.${id}.${until}`));
  const now = context.clock();
  if (!isOurs || Number(until) < now.getTime()) return null;
  admit(share);
  const found = await storage.findShare(context.db, share.account_id, share.id);
  if (!found || isOver(found, now)) return null;
  const { account_id: accountId, brand_id: brandId, filters } = found;
  return {
    caller: { accountId, brandId, keyId: null },
    narrow: (input) => {
      const within = withinShare(filters, input, now.toISOString().slice(0, 10));
      if (!within) throw new Failure(403, shareMessages.outside);
      return within;
    },
    veil: (answer) =>
      'brands' in answer ? { ...answer, brands: veiled(answer.brands as object[]) } : answer,
  };
}

const veiled = (brands: object[]) =>
  brands.map((brand) => ({ ...brand, aliases: [], exclude: [], reading: { done: 0, total: 0 } }));

function passOf(context: Context, { account_id, id }: storage.Share, until: number): string {
  const body = `${account_id}.${id}.${until}`;
  return `${body}.${macOf(context, body)}`;
}

const macOf = ({ secret }: Context, body: string) =>
  createHmac('sha256', derive(secret, 'share passes')).update(body).digest('base64url');

function isSame(a: string, b: string): boolean {
  // As bytes: what browsers send may be no ASCII.
  const [given, own] = [Buffer.from(a), Buffer.from(b)];
  return given.length === own.length && timingSafeEqual(given, own);
}

const isOver = ({ expires_at }: storage.Share, now: Date) =>
  expires_at !== null && Date.parse(expires_at) <= now.getTime();

function shown({ account_id: _, password_hash, ...share }: storage.Share) {
  return { ...share, has_password: password_hash !== null };
}
