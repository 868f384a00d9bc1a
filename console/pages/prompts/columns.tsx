import { Skeleton } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { count, decimal } from '../../format.ts';
import { Bar } from '../../parts/bar.tsx';
import { metricHints, metricLooks } from '../../parts/metric.ts';
import { Pill } from '../../parts/pill.tsx';
import type { Column } from '../../parts/table-column.ts';
import { words } from '../../words/prompts.ts';
import { words as shared } from '../../words.ts';
import { usePromptActions } from './actions.ts';
import classes from './prompts.module.css';
import type { PromptRow } from './rows.ts';

type Metric = 'visibility' | 'sentiment' | 'position';

function metric(key: Metric, rest: Partial<Column<PromptRow>>): Column<PromptRow> {
  return {
    ...{ key, title: shared.metrics[key], hint: metricHints[key], align: 'end', width: 104 },
    value: (row) => row[key] ?? null,
    cell: (row) => <Value row={row} metric={key} />,
    ...rest,
  };
}

/** A number that opens its receipt. Rows have keys for what their controls do, so these are out of the tab order. */
function Value({ row, metric: key }: { row: PromptRow; metric: Metric }) {
  const { explain } = usePromptActions();
  const value = row[key];
  if (value === undefined) return <Skeleton h={12} w={36} className={classes.end} />;
  if (value === null) return <span className={classes.dim}>–</span>;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.value}
      aria-label={`${decimal(value, metricLooks[key].digits)}${metricLooks[key].unit ?? ''} ${words.explain(shared.metrics[key], row.prompt)}`}
      onClick={() => explain(row, key)}
    >
      {key === 'visibility' && <Bar value={value} />}
      <span className={classes.number}>
        {decimal(value, metricLooks[key].digits)}
        {key === 'visibility' && <small>%</small>}
      </span>
    </button>
  );
}

const SHOWN_TAGS = 2;

function Tags({ row }: { row: PromptRow }) {
  const { canTag, editTags } = usePromptActions();
  const pills = (
    <>
      {row.tags.slice(0, SHOWN_TAGS).map((tag) => (
        <Pill key={tag}>{tag}</Pill>
      ))}
      {row.tags.length > SHOWN_TAGS && <span className={classes.dim}>+{row.tags.length - SHOWN_TAGS}</span>}
    </>
  );
  if (!canTag) return <span className={classes.tags}>{pills}</span>;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.tags}
      title={row.tags.join(', ') || undefined}
      onClick={() => editTags(row)}
    >
      <span className="hidden-text">{words.editTags(row.prompt)}: </span>
      {row.tags.length === 0 ? <IconTag size={14} stroke={1.7} className={classes.addTag} /> : pills}
    </button>
  );
}

function Asked({ row }: { row: PromptRow }) {
  const { canToggle, toggle } = usePromptActions();
  if (!canToggle) return <Pill tone={row.active === 'Y' ? 'good' : 'plain'}>{words.states[row.active]}</Pill>;
  return (
    <input
      type="checkbox"
      role="switch"
      tabIndex={-1}
      className={classes.switch}
      checked={row.active === 'Y'}
      aria-checked={row.active === 'Y'}
      aria-label={words.toggle(row.prompt)}
      onChange={() => toggle(row)}
    />
  );
}

export const columns: readonly Column<PromptRow>[] = [
  {
    key: 'prompt',
    title: words.prompt,
    value: (row) => row.prompt,
    cell: (row) => (
      <bdi className={classes.prompt} title={row.prompt} data-active={row.active}>
        {row.prompt}
      </bdi>
    ),
  },
  {
    key: 'tags',
    title: words.tags,
    width: 200,
    onPhone: false,
    value: (row) => row.tags.join(', '),
    cell: (row) => <Tags row={row} />,
  },
  metric('visibility', { width: 136, phoneWidth: 84 }),
  metric('sentiment', { onPhone: false }),
  metric('position', { onPhone: false }),
  {
    key: 'answers',
    title: shared.metrics.answers,
    align: 'end',
    width: 96,
    onPhone: false,
    value: (row) => row.answers ?? null,
    cell: ({ answers }) =>
      answers === undefined ? <Skeleton h={12} w={32} className={classes.end} /> : count(answers),
  },
  {
    key: 'active',
    title: words.active,
    hint: words.activeHint,
    align: 'end',
    width: 92,
    phoneWidth: 76,
    value: (row) => words.states[row.active],
    cell: (row) => <Asked row={row} />,
  },
];
