import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { Out } from '../api.ts';
import { signed } from '../format.ts';
import { words } from '../words.ts';
import classes from './change.module.css';

/** A change as `POST /compare` answers it. */
export type Compared = Out<'compare'>['visibility'];

type Given = {
  compared: Compared;
  digits?: 0 | 1 | 2;
  /** True where less is better: position. */
  lowerIsBetter?: boolean;
  unit?: string;
};

/** A change with arrow and sign. Noise is grey and said to be noise, whatever its size. */
export function Change({ compared, digits = 1, lowerIsBetter = false, unit = '' }: Given) {
  const { change, verdict } = compared;
  if (change === null || verdict === 'too little data') return null;
  const text = `${signed(change, digits)}${unit}`;
  if (verdict === 'within noise' || change === 0) {
    return (
      <span className={classes.noise}>
        {text} <span className={classes.word}>{words.stat.noise}</span>
      </span>
    );
  }
  const isBetter = change > 0 !== lowerIsBetter;
  const Arrow = change > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span className={isBetter ? classes.better : classes.worse}>
      <Arrow size={14} stroke={2.2} aria-hidden />
      {text}
      <span className="hidden-text">{isBetter ? words.stat.better : words.stat.worse}</span>
    </span>
  );
}
