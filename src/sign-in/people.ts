// People at the door of the console: who they are, what they may do with their sign-in, which account they mean.
import type { Input, Output, Valid } from '../../contract/operation.ts';
import { type SignInOperations, signInOperations } from '../../contract/sign-in.ts';
import { awayIs503 } from '../operations/away.ts';
import type { Role } from '../operations/caller.ts';
import type { Context } from '../operations/context.ts';
import { Failure } from '../operations/failure.ts';
import { type Visitor, visitorOf } from '../operations/shares.ts';
import { hasAccounts } from '../storage/accounts.ts';
import { findMembership } from '../storage/members.ts';
import { type Desk, type Person, whoIs } from './desk.ts';
import * as entrances from './entrances.ts';
import { type Library, makeLibrary, type Oidc } from './library.ts';
import { Limits, Visits } from './limits.ts';
import * as own from './own.ts';
import { SetUp } from './set-up.ts';
import { openShare } from './shares.ts';
import { headersOf, type Reply, type Visit } from './visit.ts';

export type { Person, Reply, Visit };

type Handlers = {
  [N in keyof SignInOperations]: (
    desk: Desk,
    visit: Visit,
    input: Valid<SignInOperations[N]>,
  ) => Promise<Reply<Output<SignInOperations[N]>>>;
};

const {
  state,
  setUp,
  signIn,
  signInWithCode,
  signInWithBackupCode,
  signInWithOidc,
  signOut,
  invitation,
  acceptInvitation,
} = entrances;
const handlers: Handlers = {
  state,
  setUp,
  signIn,
  signInWithCode,
  signInWithBackupCode,
  signInWithOidc,
  signOut,
  invitation,
  acceptInvitation,
  ...own,
  openShare,
};

export type PeopleOptions = {
  /** Where the service is in browsers: known when it listens. */
  url: () => string;
  oidc: Oidc | null;
  /** Told of the set-up link whenever one is made. */
  onSetUp: (link: string) => void;
  onError: (message: string, error: unknown) => void;
};

export type People = {
  /** Validates and runs one operation of the sign-in contract. */
  call<N extends keyof SignInOperations>(
    name: N,
    visit: Visit,
    input: Input<SignInOperations[N]>,
  ): Promise<Reply<Output<SignInOperations[N]>>>;
  /** The signed-in person, or null. */
  find(visit: Visit): Promise<Reply<Person | null>>;
  /** The person's role in the account, or in their first when none is given; undefined for no member. */
  membership(person: Person, accountId?: number): Promise<{ accountId: number; role: Role } | undefined>;
  /** What the browser brings back from the OpenID Connect provider: a redirection into the console. */
  returnFromProvider(visit: Visit, query: string): Promise<{ location: string; cookies: string[] }>;
  /** Who shows a share link's pass; null when it is worth nothing (any more), 429 when it is shown too often. */
  visitor(pass: string, ip: string): Promise<Visitor | null>;
  /** The link to the set-up page while there is no account at all; else null. */
  setUpLink(): Promise<string | null>;
};

/** The people of an open database. */
export function makePeople(context: Context, options: PeopleOptions): People {
  const { oidc, url } = options;
  const door: Desk = {
    context,
    oidc,
    url,
    limits: new Limits(context.clock),
    visits: new Visits(context.clock),
    setUp: new SetUp({ url, onOffer: options.onSetUp }),
    library: libraries(context, options),
  };
  return {
    call: (name, visit, input) =>
      awayIs503(async () => {
        const parsed = signInOperations[name].input.safeParse(input);
        if (!parsed.success)
          throw Failure.invalid(parsed.error.issues[0]?.message ?? 'Request body is not valid');
        return run(door, name, visit, parsed.data as Valid<SignInOperations[typeof name]>);
      }),
    find: (visit) => awayIs503(() => whoIs(door, visit)),
    membership: ({ userId }, accountId) =>
      awayIs503(async () => {
        const found = await findMembership(context.db, userId, accountId);
        return found && { accountId: found.account_id, role: found.role };
      }),
    returnFromProvider: (visit, query) => awayIs503(() => returnFromProvider(door, visit, query)),
    visitor: (pass, ip) => awayIs503(() => visitorOf(context, pass, (share) => door.visits.admit(share, ip))),
    setUpLink: async () => ((await hasAccounts(context.db)) ? null : door.setUp.offer()),
  };
}

function run<N extends keyof SignInOperations>(
  desk: Desk,
  name: N,
  visit: Visit,
  input: Valid<SignInOperations[N]>,
): Promise<Reply<Output<SignInOperations[N]>>> {
  return handlers[name](desk, visit, input);
}

/** One library per kind of cookie, made when the first visit needs it. */
function libraries({ db, secret }: Context, { url, oidc, onError }: PeopleOptions): Desk['library'] {
  const made = new Map<boolean, Library>();
  return ({ isSecure }, { renew } = { renew: false }) => {
    const known = renew ? undefined : made.get(isSecure);
    const library = known ?? makeLibrary({ db, secret, url: url(), oidc, onError }, isSecure);
    made.set(isSecure, library);
    return library;
  };
}

async function returnFromProvider(desk: Desk, visit: Visit, query: string) {
  if (!desk.oidc) throw Failure.notFound('Path not found');
  const address = `${desk.url()}/console/auth/callback/oidc${query}`;
  const request = new Request(address, { headers: headersOf(visit) });
  const { status, headers } = await desk.library(visit).handler(request);
  const location = headers.get('location');
  if (location === null) throw new Error(`the return from the provider was answered ${status}`);
  return { location, cookies: headers.getSetCookie() };
}
