// Single keys and sequences such as `g o`. They never fire while somebody writes or a dialog is open.
import { useEffect, useRef } from 'react';

/** Keys in order, joined by a space, and what they do: `{ 'g o': openOverview, '?': openSheet }`. */
export type Keys = Record<string, () => void>;

const SEQUENCE_MS = 1200;

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

const hasDialog = () => document.querySelector('[role="dialog"], [role="menu"]') !== null;

/** Listens for keys while the component is on screen. `mod+k` works everywhere, also while writing. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    let first = '';
    let until = 0;
    const listen = (event: KeyboardEvent) => {
      const { current } = latest;
      const isMod = event.metaKey || event.ctrlKey;
      const withMod = isMod ? current[`mod+${event.key.toLowerCase()}`] : undefined;
      if (withMod) {
        event.preventDefault();
        withMod();
        return;
      }
      if (isMod || event.altKey || event.defaultPrevented) return;
      if (isWriting(event.target) || hasDialog()) return;
      const sequence = first !== '' && event.timeStamp < until ? `${first} ${event.key}` : event.key;
      const action = current[sequence] ?? current[event.key];
      first = action ? '' : event.key;
      until = event.timeStamp + SEQUENCE_MS;
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/** Puts the cursor into the page's search box, when it has one. */
export function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main [data-search]')?.focus();
}

/** What keys of a page do, for the sheet: `{ text: 'Edit tags', keys: ['E'] }`. */
export type KeyHelp = readonly { text: string; keys: readonly string[] }[];

const helps = new Set<KeyHelp>();

/** Lists the page's own keys on the sheet while the page is on screen. Keep the list outside of the component. */
export function useKeyHelp(help: KeyHelp): void {
  useEffect(() => {
    helps.add(help);
    return () => void helps.delete(help);
  }, [help]);
}

/** The keys of what is on screen. */
export const keysHere = (): KeyHelp => [...helps].flat();
