// Who is signed in, for which account, and what their role allows.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { ApiContext, clientOf, mayCall, type OperationName, type Out } from './api.ts';

export type Account = Out<'me'>['accounts'][number];
export type Session = {
  user: Out<'me'>['user'];
  accounts: Account[];
  account: Account;
  choose: (accountId: number) => void;
  /** Whether the person's role allows an operation: hide or disable what it does not. */
  may: (name: OperationName) => boolean;
};

const SessionContext = createContext<Session | null>(null);

/** True below a share link: nobody is signed in, nothing leads further. */
export const SharedContext = createContext(false);

/** The session of a page inside the frame. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs a signed-in page around it');
  return session;
}

/** Set-up, sign-in or the console: asked before any account is known. */
export function useDoor() {
  return useQuery({ queryKey: ['state'], queryFn: () => clientOf().state({}), staleTime: 60_000 });
}

/** The signed-in person with their accounts. */
export function useMe(enabled: boolean) {
  return useQuery({ queryKey: ['me'], queryFn: () => clientOf().me({}), enabled, staleTime: 60_000 });
}

const KEPT = 'brandscope.account';

function keptAccount(): number | null {
  try {
    return Number(localStorage.getItem(KEPT)) || null;
  } catch {
    return null;
  }
}

function keepAccount(id: number): void {
  try {
    localStorage.setItem(KEPT, String(id));
  } catch {
    // Storage may be forbidden: the choice then holds until the page is left.
  }
}

type Given = { me: Out<'me'>; children: ReactNode };

/** Gives the pages below it the session, and an API client of its account. */
export function SessionProvider({ me, children }: Given) {
  const [chosen, setChosen] = useState(keptAccount);
  const account = me.accounts.find(({ id }) => id === chosen) ?? me.accounts[0];
  const choose = useCallback((id: number) => {
    keepAccount(id);
    setChosen(id);
  }, []);
  const session = useMemo(
    () =>
      account && {
        user: me.user,
        accounts: me.accounts,
        account,
        choose,
        may: (name: OperationName) => mayCall(account.role, name),
      },
    [account, choose, me],
  );
  const api = useMemo(() => ({ account: account?.id, client: clientOf(account?.id) }), [account?.id]);
  if (!session) return null;
  return (
    <SessionContext value={session}>
      <ApiContext value={api}>{children}</ApiContext>
    </SessionContext>
  );
}

/** Ends the session here; nothing of it stays in memory. */
export function useSignOut() {
  const queries = useQueryClient();
  return useCallback(async () => {
    await clientOf().signOut({});
    queries.clear();
    location.assign('/sign-in');
  }, [queries]);
}
