// Which competitors the chart shows: the most visible ones, or those that the address names as `line`.
import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { withLines } from './line-query.ts';

const MOST = 5;

export type Lines = {
  shown: ReadonlySet<string>;
  /** Whether the person chose them. */
  isChosen: boolean;
  toggle: (name: string) => void;
  /** Back to the most visible ones. */
  reset: () => void;
};

/** Reads and changes the chart's lines; `ranked` are the names of all competitors, most visible first. */
export function useLines(ranked: readonly string[]): Lines {
  const search = useSearch();
  const [path, go] = useLocation();
  const set = useCallback(
    (names: readonly string[] | undefined) => go(path + withLines(location.search, names), { replace: true }),
    [go, path],
  );
  return useMemo(() => {
    const query = new URLSearchParams(search);
    const isChosen = query.has('line');
    const usual = ranked.slice(0, MOST);
    const shown = new Set(isChosen ? query.getAll('line').filter((name) => ranked.includes(name)) : usual);
    return {
      shown,
      isChosen,
      toggle: (name) => {
        const next = shown.symmetricDifference(new Set([name]));
        const isUsual = next.size === usual.length && usual.every((one) => next.has(one));
        set(isUsual ? undefined : [...next]);
      },
      reset: () => set(undefined),
    };
  }, [search, ranked, set]);
}
