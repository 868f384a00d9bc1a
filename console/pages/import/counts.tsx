import { Skeleton } from '@mantine/core';
import type { Counts } from '../../../contract/import-file/batches.ts';
import { count } from '../../format.ts';
import { words } from '../../words/import.ts';
import classes from './import.module.css';

const NAMES = ['new', 'known', 'refused'] as const;

/** New, known and refused, in large. */
export function CountsLine({ counts }: { counts: Counts | undefined }) {
  return (
    <dl className={classes.counts}>
      {NAMES.map((name) => (
        <div key={name} data-name={name} data-none={counts?.[name] === 0}>
          <dt>{words.preview[name]}</dt>
          <dd>{counts ? count(counts[name]) : <Skeleton h={26} w={56} my={5} />}</dd>
        </div>
      ))}
    </dl>
  );
}
