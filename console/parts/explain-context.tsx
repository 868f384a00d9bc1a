// The receipt of a number can be asked for from anywhere on a page; its drawer is fetched then. Which one is open
// stands in the address: it can be linked to, and going back closes it.
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useMemo,
  useRef,
} from 'react';
import { useQueryValue } from '../address.ts';
import { useFilters } from '../filters.ts';
import { parseReceipt, printReceipt, type Receipt } from './receipt.ts';

const Explain = lazy(() => import('./explain.tsx'));
type Open = (receipt: Receipt) => void;

const ExplainContext = createContext<Open | undefined>(undefined);

/** As `useExplain`, for what is shown to visitors of a share link too: undefined there, who see no answers. */
export const useMayExplain = (): Open | undefined => useContext(ExplainContext);

/** `const explain = useExplain(); explain({ brandId, metric: 'visibility' })` opens the receipt. */
export function useExplain(): Open {
  const open = useMayExplain();
  if (!open) throw new Error('there are no receipts here');
  return open;
}

/** Holds the drawer; around every page already. */
export function ExplainProvider({ children }: { children: ReactNode }) {
  const [printed, print] = useQueryValue('receipt');
  const { input } = useFilters();
  const receipt = useMemo(() => parseReceipt(printed), [printed]);
  // While the drawer slides away it keeps what it showed.
  const last = useRef(receipt);
  last.current = receipt ?? last.current;
  const open = useCallback((next: Receipt) => print(printReceipt(next), { step: true }), [print]);
  return (
    <ExplainContext value={open}>
      {children}
      <Suspense fallback={null}>
        {last.current && (
          <Explain
            receipt={last.current}
            input={input}
            opened={receipt !== null}
            onOpen={open}
            onClose={() => print('')}
          />
        )}
      </Suspense>
    </ExplainContext>
  );
}
