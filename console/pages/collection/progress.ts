import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import { type Out, refresh, useOperation } from '../../api.ts';

const POLL_MS = 2000;

type Counts = Out<'runs'>['agents'][number];

export type AgentProgress = {
  agent: string;
  waiting: number;
  asking: number;
  answered: number;
  failed: number;
  skipped: number;
  done: number;
  all: number;
};

export type Progress = {
  /** Something waits or is being asked. */
  isOpen: boolean;
  /** Undefined until the service has answered. */
  runs: Out<'runs'> | undefined;
  /** Agents with something to do, or done since the round began. */
  agents: AgentProgress[];
  /** Remembers what was done before: to be called just before asking. */
  begin: () => void;
  /** Forgets the round. */
  hide: () => void;
};

// What each brand had before its round: kept while the console is open, so that leaving the page loses nothing.
const starts = new Map<number, readonly Counts[]>();

/** How far asking is: looked at every two seconds while something is open and the tab is seen. */
export function useProgress(brandId: number, onMoved: () => void): Progress {
  const [isOpen, setOpen] = useState(false);
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const { data } = useOperation('runs', { brand_id: brandId, limit: 1 }, { everyMs: isOpen && POLL_MS });
  const open = data ? data.slots.waiting + data.slots.asking : 0;
  if (open > 0 && data && !starts.has(brandId)) starts.set(brandId, data.agents);
  useEffect(() => setOpen(open > 0), [open]);
  useMoved(data, onMoved);
  useRefreshAtEnd(data && open > 0);
  return {
    isOpen: open > 0,
    runs: data,
    agents: data ? since(data.agents, starts.get(brandId)) : [],
    begin: () => {
      if (open === 0 && data) starts.set(brandId, data.agents);
    },
    hide: () => {
      starts.delete(brandId);
      redraw();
    },
  };
}

/** Calls back when more was done than at the last look. */
function useMoved(data: Out<'runs'> | undefined, onMoved: () => void): void {
  const done = data && data.slots.answered + data.slots.failed + data.slots.skipped;
  const before = useRef(done);
  const call = useRef(onMoved);
  call.current = onMoved;
  useEffect(() => {
    if (before.current !== undefined && before.current !== done) call.current();
    before.current = done;
  }, [done]);
}

/** When a round ends every number may be another one. */
function useRefreshAtEnd(isOpen: boolean | undefined): void {
  const queries = useQueryClient();
  const was = useRef(isOpen);
  useEffect(() => {
    if (was.current === true && isOpen === false) void refresh(queries);
    was.current = isOpen;
  }, [isOpen, queries]);
}

const NONE: Counts = { ai_agent: '', waiting: 0, asking: 0, answered: 0, failed: 0, skipped: 0 };

function since(now: readonly Counts[], start: readonly Counts[] | undefined): AgentProgress[] {
  if (start === undefined) return [];
  return now
    .map((counts): AgentProgress => {
      const before = start.find(({ ai_agent }) => ai_agent === counts.ai_agent) ?? NONE;
      const part = (state: 'answered' | 'failed' | 'skipped') => Math.max(0, counts[state] - before[state]);
      const ended = { answered: part('answered'), failed: part('failed'), skipped: part('skipped') };
      const done = ended.answered + ended.failed + ended.skipped;
      const { ai_agent: agent, waiting, asking } = counts;
      return { agent, waiting, asking, ...ended, done, all: done + waiting + asking };
    })
    .filter(({ all }) => all > 0);
}
