import { QueryCache, QueryClient } from '@tanstack/react-query';
import { BrandscopeError, UnreachableError } from '../client/errors.ts';

/** Only a service that is away or busy may answer better next time. */
function mayRetry(failures: number, error: unknown): boolean {
  const isPassing =
    error instanceof UnreachableError ||
    (error instanceof BrandscopeError && (error.status === 429 || error.status === 503));
  return isPassing && failures < 2;
}

/** The cache of what the service answered. A session that ended elsewhere leads to the sign-in page. */
export function makeQueries(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const isSignedOut = error instanceof BrandscopeError && error.status === 401;
        if (isSignedOut && query.queryKey[0] !== 'state')
          void queries.invalidateQueries({ queryKey: ['state'] });
      },
    }),
    // A machine without internet may still reach a service of its own: asking tells, the browser does not know.
    defaultOptions: {
      queries: { staleTime: 20_000, gcTime: 15 * 60_000, retry: mayRetry, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return queries;
}
