// What keys, buttons and the palette open from anywhere in the frame.
import { entries } from '../routes.ts';
import type { Place } from './place.ts';

export type What = 'palette' | 'sheet';
export const OPEN_EVENT = 'brandscope:open';

const open = (what: What) => dispatchEvent(new CustomEvent<What>(OPEN_EVENT, { detail: what }));

/** Opens the command palette. */
export const openPalette = () => open('palette');
/** Opens the sheet of keys. */
export const openSheet = () => open('sheet');

/** Pages that have a key and an address here. */
export function keyedEntries(place: Place) {
  return entries.filter(({ key, path }) => key && (place.brandId !== undefined || !path.includes(':brand')));
}
