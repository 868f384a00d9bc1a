// From an address to a page: set-up, sign-in, or a page inside the frame.
import { Suspense } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { problemOf } from './api.ts';
import { Frame } from './frame/frame.tsx';
import { NoAccount } from './frame/no-account.tsx';
import { NotFound } from './frame/not-found.tsx';
import { Boundary } from './parts/boundary.tsx';
import { Problem } from './parts/problem.tsx';
import { PageSkeleton } from './parts/skeletons.tsx';
import { entries, pageOf } from './routes.ts';
import { SessionProvider, useDoor, useMe } from './session.tsx';

const bare = entries.filter(({ kind }) => kind === 'bare');
const framed = entries.filter(({ kind }) => kind === 'frame');

/** The whole console. */
export function App() {
  return (
    <Boundary>
      <Switch>
        {bare.map(({ name, path }) => {
          const Page = pageOf(name);
          return (
            <Route key={name} path={path}>
              <Suspense fallback={null}>
                <Page />
              </Suspense>
            </Route>
          );
        })}
        <Route>
          <SignedIn />
        </Route>
      </Switch>
    </Boundary>
  );
}

/** The address to come back to after signing in. */
function useReturn(): string {
  const [path] = useLocation();
  const search = useSearch();
  const here = path + (search && `?${search}`);
  return here === '/' ? '' : `?next=${encodeURIComponent(here)}`;
}

function SignedIn() {
  const door = useDoor();
  const me = useMe(door.data?.signed_in === true);
  const back = useReturn();
  if (door.data?.needs_setup) return <Redirect to="/setup" replace />;
  if (door.data?.signed_in === false) return <Redirect to={`/sign-in${back}`} replace />;
  const failed = door.data ? me : door;
  if (me.data === undefined) {
    return failed.error ? (
      <Problem problem={problemOf(failed.error)} retry={() => void failed.refetch()} page />
    ) : null;
  }
  if (me.data.accounts.length === 0) return <NoAccount />;
  return (
    <SessionProvider me={me.data}>
      <Pages />
    </SessionProvider>
  );
}

function Pages() {
  const [path] = useLocation();
  return (
    <Frame>
      <Boundary resetBy={path}>
        <Suspense fallback={<PageSkeleton />}>
          <Switch>
            {framed.map(({ name, path: at }) => (
              <Route key={name} path={at} component={pageOf(name)} />
            ))}
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Suspense>
      </Boundary>
    </Frame>
  );
}
