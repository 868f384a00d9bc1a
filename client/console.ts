// The typed client of the console: signed in by the browser's cookie instead of a key.
import { type ConsoleOperations, consoleOperations } from '../contract/console.ts';
import { type SignInOperations, signInOperations } from '../contract/sign-in.ts';
import { type Contract, contract } from '../contract/table.ts';
import { type Methods, methods, placeOf } from './methods.ts';

export type ConsoleOptions = {
  /** Where the service is: `location.origin` in the console. */
  url: string;
  /** The account that is meant; the person's first when omitted. */
  account?: number;
  /** The pass of a share link, instead of a session: the reports that the link shows. */
  pass?: string;
  /** Instead of the global `fetch`, which in a browser sends the cookie by itself. */
  fetch?: typeof fetch;
  /** How long one attempt may take; 60 s when omitted. */
  timeoutMs?: number;
};

export type ConsoleClient = Methods<Contract> & Methods<ConsoleOperations> & Methods<SignInOperations>;

/** A client of one service and account for a signed-in person, or one who is about to sign in. */
export function connectConsole({ url, account, pass, fetch, timeoutMs }: ConsoleOptions): ConsoleClient {
  const base = `${placeOf(url)}/console`;
  const of: Record<string, string> = account === undefined ? {} : { 'x-account': String(account) };
  const signedIn = pass === undefined ? `${base}/api` : `${base}/share/api`;
  const headers = pass === undefined ? of : { 'x-share': pass };
  return {
    ...methods({ ...contract, ...consoleOperations }, { base: signedIn, headers, fetch, timeoutMs }),
    ...methods(signInOperations, { base, headers: {}, fetch, timeoutMs }),
  } as ConsoleClient;
}
