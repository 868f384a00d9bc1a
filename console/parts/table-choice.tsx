// The boxes before rows: choosing one, all that are shown, or all between two.
import { type MouseEvent, useRef } from 'react';
import { words } from '../words.ts';
import classes from './table-choice.module.css';
import type { Choice, RowKey } from './table-column.ts';

export type Choosing = {
  isChosen: (key: RowKey) => boolean;
  /** Of the rows that are shown. */
  count: number;
  toggle: (index: number, withRange?: boolean) => void;
  toggleAll: () => void;
};

/** What boxes do; `keys` are those of the rows that are shown, in their order. */
export function useChoosing(choice: Choice | undefined, keys: readonly RowKey[]): Choosing | undefined {
  const last = useRef<number | null>(null);
  if (choice === undefined) return undefined;
  const { chosen, onChange } = choice;
  const shown = keys.filter((key) => chosen.has(key));
  const set = (wanted: readonly RowKey[], isOn: boolean) =>
    onChange(isOn ? chosen.union(new Set(wanted)) : chosen.difference(new Set(wanted)));
  return {
    isChosen: (key) => chosen.has(key),
    count: shown.length,
    toggle: (index, withRange = false) => {
      const key = keys[index];
      if (key === undefined) return;
      const from = withRange && last.current !== null ? last.current : index;
      last.current = index;
      set(keys.slice(Math.min(from, index), Math.max(from, index) + 1), !chosen.has(key));
    },
    toggleAll: () => set(keys, shown.length < keys.length),
  };
}

/** The box of the head. */
export function ChooseAll({ choosing, all }: { choosing: Choosing; all: number }) {
  const isSome = choosing.count > 0 && choosing.count < all;
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={words.table.chooseAll}
      checked={all > 0 && choosing.count === all}
      ref={(box) => {
        if (box) box.indeterminate = isSome;
      }}
      onChange={choosing.toggleAll}
    />
  );
}

type BoxGiven = { choosing: Choosing; index: number; rowKey: RowKey; label: string };

/** The box of a row; with Shift it takes the rows since the last one along. Plain: a table draws many at once. */
export function ChooseRow({ choosing, index, rowKey, label }: BoxGiven) {
  const withRange = useRef(false);
  return (
    <input
      type="checkbox"
      className={classes.box}
      tabIndex={-1}
      aria-label={words.table.choose(label)}
      checked={choosing.isChosen(rowKey)}
      onClick={(event: MouseEvent) => {
        withRange.current = event.shiftKey;
      }}
      onChange={() => choosing.toggle(index, withRange.current)}
    />
  );
}
