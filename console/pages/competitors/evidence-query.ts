// The answers that name somebody: the newest under the page's filters, and the first of all.
import { useMemo } from 'react';
import {
  type In,
  type Out,
  type Problem,
  useOperation,
  useOperationPages,
  useOperations,
} from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { useFilters } from '../../filters.ts';
import { type Quote, quoteOf } from './quote.ts';
import type { Listed } from './rivals.ts';

type Page = Out<'explain'>;
type Named = Page['answers'][number];

export type EvidenceAnswer = Named & {
  prompt: string;
  /** What the answer says; undefined while it is on its way, or where nobody asked for it. */
  quote: Quote | undefined;
};

export type Evidence = {
  asked: In<'explain'>;
  newest: readonly EvidenceAnswer[] | undefined;
  /** Undefined where it is one of the newest, or not known yet. */
  first: EvidenceAnswer | undefined;
  pages: ReturnType<typeof useOperationPages<'explain'>>;
  problem: Problem | null;
  retry: () => void;
};

const PAGE = 10;
/** So many of the newest are quoted; each costs a request. */
const QUOTED = 4;
const DAY_MOST = 100;

/** Asks for them. The receipt of a position lists the answers that name somebody, and no others. */
export function useEvidence({ name, first_seen: day }: Listed): Evidence {
  const brand = useBrand();
  const { input } = useFilters();
  const of = { brand_id: brand.id, metric: 'position' as const, competitor: name };
  const asked = { ...of, ...input, limit: PAGE };
  const pages = useOperationPages('explain', asked);
  const firstDay = useOperation(
    'explain',
    { ...of, ...(day && { date: { from: day, to: day } }), limit: DAY_MOST },
    { enabled: day !== null },
  );
  const named = pages.data?.flatMap(({ answers }) => answers);
  const oldest = firstDay.data?.answers.at(-1);
  const isApart = oldest !== undefined && named?.every(({ id }) => id !== oldest.id) === true;
  const quoted = [...(named ?? []).slice(0, QUOTED), ...(isApart ? [oldest] : [])].map(({ id }) => id);
  const answers = useOperations(
    'answer',
    quoted.map((answer_id) => ({ answer_id })),
  );
  const prompts = usePrompts(pages.data?.[0], firstDay.data);
  const shown = (one: Named): EvidenceAnswer => {
    const text = answers[quoted.indexOf(one.id)]?.data?.answer.answer;
    const span = one.spans[0];
    return {
      ...one,
      prompt: prompts.get(one.prompt_id) ?? '',
      quote: text !== undefined && span ? quoteOf(text, span) : undefined,
    };
  };
  return {
    asked,
    newest: named?.map(shown),
    first: isApart ? shown(oldest) : undefined,
    pages,
    problem: pages.problem ?? firstDay.problem,
    retry: () => {
      if (pages.problem) pages.retry();
      if (firstDay.problem) firstDay.retry();
    },
  };
}

/** Texts of prompts by their ids, from the receipts. */
function usePrompts(...receipts: (Page | undefined)[]): ReadonlyMap<number, string> {
  const [one, other] = receipts;
  return useMemo(
    () =>
      new Map(
        [one, other]
          .flatMap((receipt) => [...(receipt?.prompts ?? []), ...(receipt?.left_out.prompts ?? [])])
          .map(({ id, prompt }) => [id, prompt]),
      ),
    [one, other],
  );
}
