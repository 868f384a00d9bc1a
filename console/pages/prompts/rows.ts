// The prompts of a brand with their numbers, from two requests however many there are.
import { useQueryClient } from '@tanstack/react-query';
import { useContext, useMemo } from 'react';
import { ApiContext, type In, type Out, type Problem, refresh, useOperation } from '../../api.ts';

export type Prompt = Out<'listPrompts'>['prompts'][number];
export type Active = Prompt['active'];
/** Numbers are undefined while they are on their way, null where there is nothing to count. */
export type PromptRow = Prompt & {
  answers: number | undefined;
  visibility: number | null | undefined;
  sentiment: number | null | undefined;
  position: number | null | undefined;
};
export type PromptRows = { rows: PromptRow[] | undefined; problem: Problem | null; retry: () => void };

type Filter = Pick<In<'promptReport'>, 'date' | 'ai_agent'>;

/** All prompts of the brand; numbers are those of the days and agents. */
export function usePromptRows(brandId: number, filter: Filter): PromptRows {
  const list = useOperation('listPrompts', { brand_id: brandId });
  const report = useOperation('promptReport', filter);
  const numbers = useMemo(
    () => report.data && new Map(report.data.report.map((row) => [row.id, row])),
    [report.data],
  );
  const prompts = list.data?.prompts;
  const rows = useMemo(
    () => prompts?.map((prompt) => ({ ...prompt, ...numbersOf(numbers?.get(prompt.id), numbers) })),
    [prompts, numbers],
  );
  return {
    rows,
    problem: list.problem ?? report.problem,
    retry: () => {
      if (list.problem) list.retry();
      if (report.problem) report.retry();
    },
  };
}

type Numbers = Out<'promptReport'>['report'][number];

function numbersOf(of: Numbers | undefined, all: ReadonlyMap<number, Numbers> | undefined) {
  if (all === undefined)
    return { answers: undefined, visibility: undefined, sentiment: undefined, position: undefined };
  const answers = of?.total_responses ?? 0;
  // Positions start at 1: where there is none, the brand was not named, and 0 stands for nothing.
  const isNamed = of !== undefined && of.position > 0;
  return {
    answers,
    visibility: of && answers > 0 ? of.visibility : null,
    sentiment: isNamed ? of.sentiment : null,
    position: isNamed ? of.position : null,
  };
}

export type PromptStore = {
  /** Changes what is known of prompts, without asking; null takes one out. */
  patch: (ids: ReadonlySet<number>, change: (prompt: Prompt) => Prompt | null) => void;
  /** Asks for everything on screen anew. */
  refresh: () => Promise<void>;
};

/** What is known of the prompts, to be changed before the service says so. */
export function usePromptStore(): PromptStore {
  const queries = useQueryClient();
  const { account } = useContext(ApiContext);
  return useMemo(
    () => ({
      patch: (ids, change) => {
        queries.setQueriesData<Out<'listPrompts'>>({ queryKey: [account, 'listPrompts'] }, (known) => {
          if (!known) return known;
          const prompts = known.prompts.flatMap((prompt) =>
            ids.has(prompt.id) ? (change(prompt) ?? []) : prompt,
          );
          return { ...known, prompts };
        });
      },
      refresh: () => refresh(queries),
    }),
    [queries, account],
  );
}
