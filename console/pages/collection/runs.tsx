import { Button, Group, Select } from '@mantine/core';
import { IconChevronRight, IconChevronsLeft } from '@tabler/icons-react';
import { useLocation, useSearch } from 'wouter';
import { useQueryValue, withValues } from '../../address.ts';
import { agentLook } from '../../agents.ts';
import { type In, type Out, useOperation } from '../../api.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { words } from '../../words/collection.ts';
import { type Run, runColumns } from './run-columns.tsx';
import { RunDrawer } from './run-drawer.tsx';
import type { Wish } from './run-now.tsx';
import classes from './runs.module.css';

const PAGE = 25;
const POLL_MS = 2000;

type State = NonNullable<In<'runs'>['state']>;
const STATES = Object.keys(words.runs.states) as State[];

type Given = {
  brandId: number;
  /** Something is being asked: new runs come. */
  isOpen: boolean;
  /** Agents that have runs. */
  agents: readonly string[];
  skipped: readonly Out<'runs'>['skipped'][number][];
  onAgain: (wish: Wish) => void;
};

/** Every attempt to ask, page by page; filters, page and the open run are in the address. */
export function Runs({ brandId, isOpen, agents, skipped, onAgain }: Given) {
  const query = useRunQuery();
  const input = { brand_id: brandId, ...query.input, limit: PAGE };
  const isFirst = query.input.before === undefined;
  const { data, problem, retry } = useOperation('runs', input, { everyMs: isOpen && isFirst && POLL_MS });
  const [open, setOpen] = useQueryValue('run');
  const run = data?.runs.find(({ id }) => String(id) === open);
  return (
    <Section
      title={words.runs.title}
      text={words.runs.text}
      actions={<ApiButton name="runs" input={input} />}
      flush
    >
      <Problem problem={problem} retry={retry} hasOld={data !== undefined} />
      {skipped.length > 0 && (
        <ul className={classes.skipped}>
          {skipped.map(({ reason, slots }) => (
            <li key={reason}>{words.runs.skipped(slots, reason)}</li>
          ))}
        </ul>
      )}
      <DataTable
        name="runs"
        rows={data?.runs}
        columns={runColumns}
        rowKey={({ id }) => id}
        href={(one) => hrefOf(brandId, one)}
        onRow={(one) => setOpen(String(one.id), { step: true })}
        searchable={false}
        toolbar={<Filters query={query} agents={agents} />}
        empty={<Nothing query={query} />}
      />
      {data && <Pages query={query} next={data.next} />}
      <RunDrawer run={run} brandId={brandId} onClose={() => setOpen('')} onAgain={onAgain} />
    </Section>
  );
}

const hrefOf = (brandId: number, { answer_id: answer }: Run) =>
  answer === null ? undefined : `/brands/${brandId}/answers/${answer}`;

type RunQuery = ReturnType<typeof useRunQuery>;

/** State, agent and page, as the address has them; what is wrong there counts as left out. */
function useRunQuery() {
  const search = useSearch();
  const [path, go] = useLocation();
  const query = new URLSearchParams(search);
  const state = STATES.find((one) => one === query.get('state'));
  const agent = query.get('agent') || undefined;
  const before = Number(query.get('before')) || undefined;
  return {
    input: { ...(state && { state }), ...(agent && { ai_agent: [agent] }), ...(before && { before }) },
    ...{ state, agent, isFiltered: state !== undefined || agent !== undefined },
    set: (values: { state?: string; agent?: string; before?: string }) =>
      go(path + withValues(search, { run: '', before: '', ...values })),
  };
}

function Filters({ query, agents }: { query: RunQuery; agents: readonly string[] }) {
  const all = query.agent && !agents.includes(query.agent) ? [query.agent, ...agents] : agents;
  return (
    <>
      <Select
        size="xs"
        className={classes.filter}
        aria-label={words.runs.filterState}
        placeholder={words.runs.allStates}
        data={STATES.map((value) => ({ value, label: words.runs.states[value] }))}
        value={query.state ?? null}
        onChange={(state) => query.set({ state: state ?? '' })}
        clearable
      />
      <Select
        size="xs"
        className={classes.filter}
        aria-label={words.runs.filterAgent}
        placeholder={words.runs.allAgents}
        data={all.map((value) => ({ value, label: agentLook(value).name }))}
        value={query.agent ?? null}
        onChange={(agent) => query.set({ agent: agent ?? '' })}
        clearable
      />
    </>
  );
}

function Nothing({ query }: { query: RunQuery }) {
  if (!query.isFiltered) return <Empty title={words.runs.none} text={words.runs.noneNext} />;
  return (
    <Empty
      title={words.runs.noMatch}
      action={
        <Button variant="default" size="xs" onClick={() => query.set({ state: '', agent: '' })}>
          {words.runs.clear}
        </Button>
      }
    />
  );
}

function Pages({ query, next }: { query: RunQuery; next: number | null }) {
  const isFirst = query.input.before === undefined;
  if (isFirst && next === null) return null;
  return (
    <Group
      component="nav"
      aria-label={words.runs.pages}
      className={classes.pages}
      justify="flex-end"
      gap="xs"
    >
      <Button
        variant="default"
        size="xs"
        disabled={isFirst}
        leftSection={<IconChevronsLeft size={14} />}
        onClick={() => query.set({})}
      >
        {words.runs.newer}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={next === null}
        rightSection={<IconChevronRight size={14} />}
        onClick={() => query.set({ before: String(next) })}
      >
        {words.runs.older}
      </Button>
    </Group>
  );
}
