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
  /** Where many stand below each other: only screen readers hear that noise is noise, others see no arrow. */
  brief?: boolean;
};

/** A change with arrow and sign. Noise is grey and said to be noise, whatever its size. */
export function Change({ compared, digits = 1, lowerIsBetter = false, unit = '', brief = false }: Given) {
  const { change, verdict, interval } = compared;
  if (change === null || verdict === 'too little data') return null;
  const text = `${signed(change, digits)}${unit}`;
  const sure = interval
    ? words.stat.changeInterval(signed(interval[0], digits), signed(interval[1], digits))
    : undefined;
  if (verdict === 'within noise' || change === 0) {
    return (
      <span className={classes.noise} title={sure}>
        {text} <span className={brief ? 'hidden-text' : classes.word}>{words.stat.noise}</span>
      </span>
    );
  }
  const isBetter = change > 0 !== lowerIsBetter;
  const Arrow = change > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span className={isBetter ? classes.better : classes.worse} title={sure}>
      <Arrow size={14} stroke={2.2} aria-hidden />
      {text}
      <span className="hidden-text">{isBetter ? words.stat.better : words.stat.worse}</span>
    </span>
  );
}
