import { useMemo } from 'react';
import { agentLook } from '../../agents.ts';
import type { Out } from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { printFilters, useFilters } from '../../filters.ts';
import { count, decimal } from '../../format.ts';
import { AgentName } from '../../parts/agent-name.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { useExplain } from '../../parts/explain-context.tsx';
import { metricHints, metricLooks } from '../../parts/metric.ts';
import { Section } from '../../parts/section.tsx';
import type { Column } from '../../parts/table-column.ts';
import { words } from '../../words/prompt.ts';
import { words as shared } from '../../words.ts';
import classes from './prompt.module.css';

type Matrix = Out<'matrix'>;
type Row = NonNullable<Matrix['prompts'][number]['cells'][number]> & { agent: string };
type Metric = 'visibility' | 'sentiment' | 'position';
type Explain = (row: Row, metric: Metric) => void;

/** The prompt with each agent: a number opens its receipt, a row the agent's answers. */
export function Agents({ matrix, promptId }: { matrix: Matrix | undefined; promptId: number }) {
  const brand = useBrand();
  const { filters } = useFilters();
  const explain = useExplain();
  const columns = useMemo(
    () => columnsOf((row, metric) => explain({ brandId: brand.id, metric, promptId, agent: row.agent })),
    [explain, brand.id, promptId],
  );
  const rows = useMemo(() => matrix && rowsOf(matrix), [matrix]);
  const answersOf = (agent: string) =>
    `/brands/${brand.id}/answers${printFilters({ ...filters, agents: [agent] }, `prompt=${promptId}`)}`;
  return (
    <Section title={words.agents.title} flush>
      <DataTable
        name="agents"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.agent}
        href={(row) => answersOf(row.agent)}
        searchable={false}
        empty={<Empty title={words.agents.none} />}
      />
    </Section>
  );
}

function rowsOf({ agents, prompts }: Matrix): Row[] {
  const cells = prompts[0]?.cells ?? [];
  return agents.flatMap(({ ai_agent }, at) => {
    const cell = cells[at];
    return cell ? [{ ...cell, agent: ai_agent }] : [];
  });
}

function columnsOf(explain: Explain): Column<Row>[] {
  return [
    {
      key: 'agent',
      title: words.agents.agent,
      value: (row) => agentLook(row.agent).name,
      cell: (row) => <AgentName agent={row.agent} />,
    },
    {
      ...{ key: 'named', title: words.agents.named, hint: words.agents.namedHint, align: 'end' },
      ...{ width: 112, phoneWidth: 92 },
      value: (row) => row.mentions,
      cell: (row) => (
        <>
          {count(row.mentions)} <span className={classes.dim}>/ {count(row.answers)}</span>
        </>
      ),
    },
    metric('visibility', explain),
    metric('sentiment', explain),
    metric('position', explain),
  ];
}

function metric(key: Metric, explain: Explain): Column<Row> {
  const { digits, unit = '' } = metricLooks[key];
  return {
    ...{ key, title: shared.metrics[key], hint: metricHints[key], align: 'end', width: 100 },
    onPhone: key === 'visibility',
    value: (row) => row[key],
    cell: (row) => {
      const value = row[key];
      if (value === null) return <span className={classes.dim}>–</span>;
      return (
        <button
          type="button"
          tabIndex={-1}
          className={classes.value}
          onClick={() => explain(row, key)}
          aria-label={`${decimal(value, digits)}${unit} ${words.agents.explain(shared.metrics[key], agentLook(row.agent).name)}`}
        >
          {decimal(value, digits)}
          {unit}
        </button>
      );
    },
  };
}
