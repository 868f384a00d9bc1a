// The receipt of a number can be asked for from anywhere on a page; its drawer is fetched then.
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import { useFilters } from '../filters.ts';
import type { Receipt } from './explain.tsx';

const Explain = lazy(() => import('./explain.tsx'));
const ExplainContext = createContext<(receipt: Receipt) => void>(() => undefined);

/** `const explain = useExplain(); explain({ brandId, metric: 'visibility' })` opens the receipt. */
export function useExplain(): (receipt: Receipt) => void {
  return useContext(ExplainContext);
}

/** Holds the drawer; around every page already. */
export function ExplainProvider({ children }: { children: ReactNode }) {
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { input } = useFilters();
  const open = (next: Receipt) => {
    setReceipt(next);
    setOpen(true);
  };
  return (
    <ExplainContext value={open}>
      {children}
      <Suspense fallback={null}>
        {receipt && (
          <Explain receipt={receipt} input={input} opened={isOpen} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </ExplainContext>
  );
}
