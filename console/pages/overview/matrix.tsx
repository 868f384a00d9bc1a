import { Button, SegmentedControl } from '@mantine/core';
import { useContext, useMemo } from 'react';
import { Link } from 'wouter';
import { useQueryValue } from '../../address.ts';
import { useFilters } from '../../filters.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { useMayExplain } from '../../parts/explain-context.tsx';
import { Section } from '../../parts/section.tsx';
import { SharedContext } from '../../session.tsx';
import { words } from '../../words/overview.ts';
import { words as shared } from '../../words.ts';
import { CELLS, type CellMetric } from './heat.ts';
import { columnsOf, type PromptRow, rowsOf } from './matrix-columns.tsx';
import classes from './overview.module.css';
import type { Standing } from './standing.ts';

const say = words.matrix;

type Group = keyof typeof say.groups;
const GROUPS: Record<Group, (row: PromptRow) => boolean> = {
  all: () => true,
  never: ({ all }) => all !== null && all.mentions === 0,
  weak: ({ all }) => all !== null && all.mentions > 0 && all.visibility < 50,
  strong: ({ all }) => all !== null && all.visibility >= 50,
};
const names = Object.keys(GROUPS) as Group[];
const isGroup = (text: string): text is Group => names.some((name) => name === text);
const isMetric = (text: string): text is CellMetric => CELLS.some((metric) => metric === text);

/** Each prompt with each agent. Metric and group are kept in the address. */
export function Matrix({ standing }: { standing: Standing }) {
  const { brand, matrix, movers, asked } = standing;
  const { href } = useFilters();
  const isShared = useContext(SharedContext);
  const explain = useMayExplain();
  const [cells, show] = useQueryValue('cells');
  const [chosen, choose] = useQueryValue('prompts');
  const metric = isMetric(cells) ? cells : 'visibility';
  const group = isGroup(chosen) ? chosen : 'all';
  const rows = useMemo(() => matrix && rowsOf(matrix, movers), [matrix, movers]);
  const shown = useMemo(() => rows?.filter(GROUPS[group]), [rows, group]);
  const columns = useMemo(
    () =>
      columnsOf(matrix?.agents ?? [], {
        metric,
        hasChange: movers !== undefined,
        onExplain:
          explain &&
          ((promptId, agent) =>
            explain({ brandId: brand.id, metric, promptId, ...(agent !== undefined && { agent }) })),
      }),
    [matrix, metric, movers, explain, brand.id],
  );
  return (
    <Section
      title={say.title}
      text={`${say.text}${explain ? ` ${say.click}` : ''} ${say.legend}`}
      actions={
        <>
          <SegmentedControl
            size="xs"
            classNames={{ root: classes.switch, label: classes.choice }}
            aria-label={say.switch}
            value={metric}
            onChange={(value) => show(value === 'visibility' ? '' : value)}
            data={CELLS.map((value) => ({ value, label: shared.metrics[value] }))}
          />
          <ApiButton name="matrix" input={asked.matrix} />
        </>
      }
      flush
    >
      <DataTable
        name={`${brand.name}-prompts-by-agent`}
        rows={shown}
        columns={columns}
        rowKey={(row) => row.id}
        href={(row) => (isShared ? undefined : href(`/brands/${brand.id}/prompts/${row.id}`))}
        toolbar={rows && rows.length > 0 && <Groups rows={rows} group={group} onChange={choose} />}
        empty={rows?.length === 0 ? <NoPrompts brandId={brand.id} /> : <Empty title={say.emptyGroup} />}
        inUrl
        keepFirst
      />
    </Section>
  );
}

function NoPrompts({ brandId }: { brandId: number }) {
  return (
    <Empty
      title={say.empty}
      text={say.emptyNext}
      action={
        <Button size="xs" component={Link} href={`/brands/${brandId}/prompts`}>
          {say.add}
        </Button>
      }
    />
  );
}

type GroupsGiven = { rows: readonly PromptRow[]; group: Group; onChange: (group: string) => void };

/** Prompts at a glance: how many there are of each kind, and only those. */
function Groups({ rows, group, onChange }: GroupsGiven) {
  return (
    <fieldset className={classes.groups} aria-label={say.group}>
      {names.map((name) => (
        <Button
          key={name}
          size="xs"
          variant={name === group ? 'light' : 'default'}
          aria-pressed={name === group}
          onClick={() => onChange(name === 'all' || name === group ? '' : name)}
        >
          {say.groups[name](rows.filter(GROUPS[name]).length)}
        </Button>
      ))}
    </fieldset>
  );
}
