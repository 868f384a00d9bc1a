import { Skeleton, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { decimal } from '../format.ts';
import { words } from '../words.ts';
import { Change, type Compared } from './change.tsx';
import classes from './stat.module.css';

type Given = {
  label: string;
  /** What the number means, in a sentence; shown over the label. */
  hint?: string;
  /** Null: there is nothing to count. Undefined: still loading. */
  value: number | null | undefined;
  unit?: string;
  digits?: 0 | 1 | 2;
  /** The 95 % interval. */
  interval?: readonly [number, number] | null;
  compared?: Compared | undefined;
  lowerIsBetter?: boolean;
  /** How many answers it stands on: below 20 the number is grey and says so. */
  answers?: number | undefined;
  /** Opens the receipt. */
  onExplain?: () => void;
  /** Below everything: a sparkline. */
  children?: ReactNode;
};

const ENOUGH = 20;

/** One number with its name, how sure it is and what changed. A click shows what it is made of. */
export function Stat(given: Given) {
  const { label, hint, value, onExplain, children } = given;
  return (
    <div className={classes.stat}>
      <Tooltip label={hint} disabled={!hint} position="top-start">
        <div className={classes.label}>{label}</div>
      </Tooltip>
      {value === undefined ? (
        <Skeleton h={34} w={84} my={3} />
      ) : (
        <div className={classes.line}>
          {onExplain && value !== null ? (
            <button
              type="button"
              className={classes.explain}
              onClick={onExplain}
              title={words.stat.explain(label)}
            >
              <Value {...given} />
              <span className="hidden-text">{words.stat.explain(label)}</span>
            </button>
          ) : (
            <Value {...given} />
          )}
          {given.compared && (
            <Change
              compared={given.compared}
              digits={given.digits === 2 ? 2 : 1}
              {...(given.lowerIsBetter && { lowerIsBetter: true })}
            />
          )}
        </div>
      )}
      <div className={classes.note}>{value === undefined ? ' ' : note(given)}</div>
      {children}
    </div>
  );
}

function isFew({ answers }: Given): boolean {
  return answers !== undefined && answers < ENOUGH;
}

function Value(given: Given) {
  const { value, unit, digits = 0 } = given;
  if (value === null || value === undefined) return <span className={classes.few}>–</span>;
  return (
    <span className={isFew(given) ? classes.few : classes.value}>
      {decimal(value, digits)}
      {unit && <span className={classes.unit}>{unit}</span>}
    </span>
  );
}

/** One line below the number: how sure it is. */
function note(given: Given): string {
  const { answers, interval, value, digits = 0, unit = '' } = given;
  if (answers === 0 || value === null) return words.stat.nothing;
  if (answers !== undefined && isFew(given)) return words.stat.few(answers);
  if (interval) {
    const [low, high] = interval.map((bound) => decimal(bound, digits) + unit);
    return words.stat.interval(low ?? '', high ?? '');
  }
  const before = given.compared?.before;
  return before === null || before === undefined ? ' ' : words.stat.before(decimal(before, digits) + unit);
}
