// Calls of the service: typed over the contract, cached, with their errors in words.
import {
  type QueryClient,
  type UseQueryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, useContext, useMemo, useRef } from 'react';
import { type ConsoleClient, connectConsole } from '../client/console.ts';
import { BrandscopeError, UnreachableError } from '../client/errors.ts';
import type { ConsoleOperations } from '../contract/console.ts';
import { consoleOperations } from '../contract/console.ts';
import type { Input, Operation, Output } from '../contract/operation.ts';
import type { SignInOperations } from '../contract/sign-in.ts';
import { type Contract, contract } from '../contract/table.ts';
import { say } from './notify.ts';
import { words } from './words.ts';

export type Operations = Contract & ConsoleOperations & SignInOperations;
export type OperationName = keyof Operations;
export type In<N extends OperationName> = Input<Operations[N]>;
export type Out<N extends OperationName> = Output<Operations[N]>;

/** What went wrong, as people read it; status 0 when nothing answered. `field` is what the service calls the field that it is about. */
export type Problem = { status: number; message: string; field?: string };

/** Any error in words. */
export function problemOf(error: unknown): Problem {
  if (error instanceof BrandscopeError) return inWords(error);
  if (error instanceof UnreachableError) return { status: 0, message: words.problems.unreachable };
  return { status: 0, message: error instanceof Error ? error.message : String(error) };
}

/** `new_password must be ...` is `New password must be ...`, about `new_password`. */
function inWords({ status, message }: BrandscopeError): Problem {
  const [, field] = /^([a-z]+(?:_[a-z]+)*)(?:\[\d+\])?(?:\.\w+)? (?:must|is required)/.exec(message) ?? [];
  if (!field) return { status, message };
  const text = field.replaceAll('_', ' ') + message.slice(field.length);
  return { status, field, message: text.charAt(0).toUpperCase() + text.slice(1) };
}

/** The client of the chosen account (the person's first where none is given), or of a share link's pass. */
export function clientOf(account?: number, pass?: string): ConsoleClient {
  return connectConsole({
    url: location.origin,
    ...(account !== undefined && { account }),
    ...(pass !== undefined && { pass }),
  });
}

/** As `clientOf`; its requests are sent even when the page is closed at the same moment. */
export function lastingClientOf(account?: number): ConsoleClient {
  const lasting: typeof fetch = (input, init) => fetch(input, { ...init, keepalive: true });
  return connectConsole({
    url: location.origin,
    ...(account !== undefined && { account }),
    fetch: lasting,
  });
}

export type Api = { account: number | undefined; client: ConsoleClient };

export const ApiContext = createContext<Api>({ account: undefined, client: clientOf() });

type Method<N extends OperationName> = (input: In<N>, options?: { signal?: AbortSignal }) => Promise<Out<N>>;

// The one cast: the client's methods are inferred from the same tables, name by name.
function method<N extends OperationName>(client: ConsoleClient, name: N): Method<N> {
  return client[name] as unknown as Method<N>;
}

/** A function that calls any operation, for what is no query: `await call('createKey', { name })`. */
export function useCall() {
  const { client } = useContext(ApiContext);
  return useMemo(
    () =>
      <N extends OperationName>(name: N, input: In<N>): Promise<Out<N>> =>
        method(client, name)(input),
    [client],
  );
}

/** What a page knows of an operation's answer. Old content stays while new content or a retry is on its way. */
export type Loaded<T> = {
  data: T | undefined;
  problem: Problem | null;
  /** Nothing to show yet. */
  isLoading: boolean;
  /** Something newer is on its way. */
  isUpdating: boolean;
  retry: () => void;
};

type Options = {
  /** False: do not ask (yet). */
  enabled?: boolean;
  /** Ask again every so many milliseconds, for progress. */
  everyMs?: number | false;
};

/** Fields that filter or page one and the same thing: while they change, the old rows stay. */
const FILTERS = new Set([
  'date',
  'ai_agent',
  'tags',
  'limit',
  'step',
  'before',
  'now',
  'mentioned',
  'metric',
]);

function sameThing(a: unknown, b: unknown): boolean {
  const rest = (input: unknown) =>
    JSON.stringify(Object.entries(input ?? {}).filter(([key]) => !FILTERS.has(key)));
  return rest(a) === rest(b);
}

/** Reads an operation: cached by name and input, refreshed behind what is shown. */
export function useOperation<N extends OperationName>(
  name: N,
  input: In<N>,
  { enabled = true, everyMs = false }: Options = {},
): Loaded<Out<N>> {
  const { account, client } = useContext(ApiContext);
  const query = useQuery({
    queryKey: [account, name, input],
    queryFn: ({ signal }) => method(client, name)(input, { signal }),
    enabled,
    refetchInterval: everyMs,
    placeholderData: (before, query) => (sameThing(query?.queryKey[2], input) ? before : undefined),
  } as UseQueryOptions<Out<N>>);
  return useKept(loaded(query), input);
}

/** What was there stays when filters changed and the answer for the new ones failed. */
function useKept<T>(now: Loaded<T>, input: unknown): Loaded<T> {
  const last = useRef<{ input: unknown; data: T } | null>(null);
  if (now.data !== undefined) last.current = { input, data: now.data };
  const { current } = last;
  const isKept = now.problem !== null && current !== null && sameThing(current.input, input);
  return now.data === undefined && isKept ? { ...now, data: current.data } : now;
}

/** The same operation for several things at once, such as every brand: answers in the order of the inputs. */
export function useOperations<N extends OperationName>(name: N, inputs: readonly In<N>[]): Loaded<Out<N>>[] {
  const { account, client } = useContext(ApiContext);
  return useQueries({
    queries: inputs.map(
      (input) =>
        ({
          queryKey: [account, name, input],
          queryFn: ({ signal }) => method(client, name)(input, { signal }),
        }) as UseQueryOptions<Out<N>>,
    ),
    combine: allLoaded,
  }) as Loaded<Out<N>>[];
}

// Outside of the hook: a function that stays the same keeps its result until an answer changes.
function allLoaded<T>(queries: UseQueryResult<T>[]): Loaded<T>[] {
  return queries.map(loaded);
}

function loaded<T>(query: UseQueryResult<T>): Loaded<T> {
  return {
    data: query.data,
    problem: query.error ? problemOf(query.error) : null,
    isLoading: query.isLoading,
    isUpdating: query.isFetching && !query.isLoading,
    retry: () => void query.refetch(),
  };
}

/** Operations that answer in pages: `before` in, `next` out. */
type Paged = {
  [N in OperationName]: Out<N> extends { next: number | null } ? N : never;
}[OperationName];

export type LoadedPages<T> = Loaded<T[]> & {
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
};

/** Reads an operation page by page; `data` holds the pages so far. */
export function useOperationPages<N extends Paged>(
  name: N,
  input: In<N>,
  { enabled = true }: Options = {},
): LoadedPages<Out<N>> {
  const { account, client } = useContext(ApiContext);
  const query = useInfiniteQuery({
    queryKey: [account, name, input, 'pages'],
    queryFn: ({ signal, pageParam }) =>
      method(client, name)({ ...input, ...(pageParam !== null && { before: pageParam }) }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page as { next: number | null }).next,
    enabled,
    placeholderData: (before, query) => (sameThing(query?.queryKey[2], input) ? before : undefined),
  });
  return {
    data: query.data?.pages as Out<N>[] | undefined,
    problem: query.error ? problemOf(query.error) : null,
    isLoading: query.isLoading,
    isUpdating: query.isFetching && !query.isLoading && !query.isFetchingNextPage,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}

export type Change<N extends OperationName> = {
  /** Sends it; resolves with the answer, or with undefined after a failure that the person was told of. */
  change: (input: In<N>) => Promise<Out<N> | undefined>;
  isBusy: boolean;
  /** The last failure, until the next attempt: for forms, which show it where it belongs. */
  problem: Problem | null;
};

type ChangeOptions = {
  /** What to say when it is done; nothing when left out. */
  done?: string;
  /** Failures are shown by the form itself instead of a notification. */
  quiet?: boolean;
};

/** Writes: afterwards everything on screen is asked anew, and the person is told. */
export function useChange<N extends OperationName>(
  name: N,
  { done, quiet = false }: ChangeOptions = {},
): Change<N> {
  const { client } = useContext(ApiContext);
  const queries = useQueryClient();
  const mutation = useMutation({ mutationFn: (input: In<N>) => method(client, name)(input) });
  const change = async (input: In<N>) => {
    try {
      const output = await mutation.mutateAsync(input);
      await refresh(queries);
      if (done) say.done(done);
      return output;
    } catch (error) {
      if (!quiet) say.problem(problemOf(error));
      return undefined;
    }
  };
  return { change, isBusy: mutation.isPending, problem: mutation.error ? problemOf(mutation.error) : null };
}

/** Any write may change any number, so everything is stale; what is on screen is asked at once. */
export function refresh(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries();
}

/** The contract's entry of an operation that a key may call too; undefined for those of the console alone. */
export function publicOperation(name: OperationName): Operation | undefined {
  return (contract as Record<string, Operation>)[name];
}

/** What a role may do, by the same table that the service checks. */
export function mayCall(role: 'owner' | 'editor' | 'viewer', name: OperationName): boolean {
  const table: Record<string, Operation> = { ...contract, ...consoleOperations };
  const operation = table[name];
  if (operation?.role === 'owner') return role === 'owner';
  return !operation?.writes || role !== 'viewer';
}
