// What a page keeps in the URL beside the shared filters: a search, a sorting, a tab.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';

/** The query without empty values; starts with `?` or is empty. Commas and colons stay readable. */
export function withValues(search: string, values: Record<string, string>): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? '' : `?${text}`;
}

type Change = (value: string, options?: { step?: boolean }) => void;

/** One value of the query, '' where there is none. With `step` a change is a step back in the browser's history. */
export function useQueryValue(name: string): [string, Change] {
  const search = useSearch();
  const [path, go] = useLocation();
  const change = useCallback<Change>(
    (value, { step = false } = {}) =>
      // The address may have changed since this was drawn: only this value is ours.
      go(path + withValues(location.search, { [name]: value }), { replace: !step }),
    [go, path, name],
  );
  return [new URLSearchParams(search).get(name) ?? '', change];
}

const REST_MS = 300;

/** A text that is typed: at once for the page, in the query when the typing rests or the text is cleared. */
export function useTypedQuery(name: string): [string, (text: string) => void] {
  const [kept, keep] = useQueryValue(name);
  const [text, setText] = useState(kept);
  const written = useRef(kept);
  useEffect(() => {
    if (text === written.current) return;
    const write = () => {
      written.current = text;
      keep(text);
    };
    if (text === '') return write();
    const timer = setTimeout(write, REST_MS);
    return () => clearTimeout(timer);
  }, [text, keep]);
  useEffect(() => {
    // Back, forward or a link changed it.
    if (kept === written.current) return;
    written.current = kept;
    setText(kept);
  }, [kept]);
  return [text, setText];
}
