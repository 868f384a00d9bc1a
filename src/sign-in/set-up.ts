// The first account is made in the browser by whoever can read the service's log.
import { randomBytes, timingSafeEqual } from 'node:crypto';

/** The one-time token of the set-up link, kept in this process alone: a new start makes a new one. */
export class SetUp {
  readonly #url: () => string;
  readonly #onOffer: (link: string) => void;
  #token: string | undefined;

  constructor({ url, onOffer }: { url: () => string; onOffer: (link: string) => void }) {
    this.#url = url;
    this.#onOffer = onOffer;
  }

  /** The link to the set-up page; told to the log when it is made. */
  offer(): string {
    const isNew = this.#token === undefined;
    this.#token ??= randomBytes(24).toString('base64url');
    const link = `${this.#url()}/setup?token=${this.#token}`;
    if (isNew) this.#onOffer(link);
    return link;
  }

  /** True for the token of the link. */
  matches(token: string): boolean {
    const [given, own] = [Buffer.from(token), Buffer.from(this.#token ?? '')];
    return own.length > 0 && given.length === own.length && timingSafeEqual(given, own);
  }

  /** Voids the link. */
  close(): void {
    this.#token = undefined;
  }
}
