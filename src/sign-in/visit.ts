// What a request carries that matters to signing in, and what goes back to the browser beside the answer.
import { ADDRESS_HEADER } from './library.ts';

export type Visit = {
  cookie: string;
  userAgent: string;
  /** The visitor's address as the connection, or a trusted proxy, gives it. */
  ip: string;
  /** Whether the browser takes Secure cookies from the address that it uses. */
  isSecure: boolean;
};

/** An answer with the `Set-Cookie` lines that belong to it. */
export type Reply<T> = { answer: T; cookies: string[] };

const LONGEST_AGENT = 500;

/** The headers that the library may see: made anew, so that no request can smuggle in another one. */
export function headersOf({ cookie, userAgent, ip }: Visit): Headers {
  const agent = userAgent.slice(0, LONGEST_AGENT);
  return new Headers({ cookie, 'user-agent': agent, [ADDRESS_HEADER]: ip.replace(/%.*$/, '') });
}
