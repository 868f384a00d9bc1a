// Keys that work on every page, and the two things that they open: the palette and the sheet of keys.
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useFilters } from '../filters.ts';
import { focusSearch, type Keys, useKeys } from '../keyboard.ts';
import { addressOf } from '../routes.ts';
import { keyedEntries, OPEN_EVENT, openPalette, openSheet, type What } from './open.ts';
import type { Place } from './place.ts';

const Palette = lazy(() => import('./palette.tsx'));
const Sheet = lazy(() => import('./key-sheet.tsx'));

/** Listens for keys; palette and sheet are fetched when first asked for. */
export function Shortcuts({ place }: { place: Place }) {
  const [what, setWhat] = useState<What | null>(null);
  const [, go] = useLocation();
  const { href } = useFilters();
  useEffect(() => {
    const listen = (event: Event) => setWhat((event as CustomEvent<What>).detail);
    addEventListener(OPEN_EVENT, listen);
    return () => removeEventListener(OPEN_EVENT, listen);
  }, []);
  const keys: Keys = { 'mod+k': openPalette, '?': openSheet, '/': focusSearch };
  for (const entry of keyedEntries(place))
    keys[`g ${entry.key}`] = () => go(href(addressOf(entry, place.brandId)));
  useKeys(keys);
  const close = () => setWhat(null);
  return (
    <Suspense fallback={null}>
      {what === 'palette' && <Palette place={place} onClose={close} />}
      {what === 'sheet' && <Sheet place={place} onClose={close} />}
    </Suspense>
  );
}
