// The answers just before and after one, within the filters of the list that it was opened from.
import { useQuery } from '@tanstack/react-query';
import { useContext, useEffect } from 'react';
import { ApiContext, type In, type Out, useCall, useOperationPages, useOperations } from '../../api.ts';
import { addDays, today } from '../../filters.ts';

type Listed = Out<'answers'>['answers'][number];
type At = Pick<Listed, 'id' | 'answered_at'>;
type Call = ReturnType<typeof useCall>;

export type Neighbours = { newer: number | undefined; older: number | undefined };
const NONE: Neighbours = { newer: undefined, older: undefined };

/** So near to the end of what is loaded, the list goes on loading. */
const NEAR_END = 5;

/** Newer and older answer; what the list knows already is not asked again. Both are fetched ahead. */
export function useNeighbours(
  answer: At | undefined,
  input: In<'answers'>,
): Neighbours & { isKnown: boolean } {
  const { account } = useContext(ApiContext);
  const call = useCall();
  const listed = useListed(answer, input);
  const asked = useQuery({
    queryKey: [account, 'neighbours', answer?.id, input],
    queryFn: () => (answer ? neighboursOf(call, answer, input) : NONE),
    enabled: answer !== undefined && listed === undefined,
  });
  const known = listed ?? asked.data;
  const found = known ?? NONE;
  useOperations(
    'answer',
    [found.newer, found.older].filter((id) => id !== undefined).map((answer_id) => ({ answer_id })),
  );
  return { ...found, isKnown: known !== undefined };
}

/** Looks only at what the list has loaded; asks it for more when its end is near. */
function useListed(answer: At | undefined, input: In<'answers'>): Neighbours | undefined {
  const pages = useOperationPages('answers', input, { enabled: false });
  const all = pages.data?.flatMap(({ answers }) => answers) ?? [];
  const at = answer ? all.findIndex(({ id }) => id === answer.id) : -1;
  const isNearEnd = at >= 0 && at >= all.length - NEAR_END && pages.hasMore && !pages.isLoadingMore;
  const { loadMore } = pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer that is near to the end
  useEffect(() => {
    if (isNearEnd) loadMore();
  }, [isNearEnd, at]);
  if (at < 0 || (at === all.length - 1 && pages.hasMore)) return undefined;
  return { newer: all[at - 1]?.id, older: all[at + 1]?.id };
}

async function neighboursOf(call: Call, answer: At, input: In<'answers'>): Promise<Neighbours> {
  const [newer, older] = await Promise.all([
    newerThan(call, answer, input),
    call('answers', { ...input, before: answer.id, limit: 1 }),
  ]);
  return { newer, older: older.answers[0]?.id };
}

const isNewer = (one: At, than: At) =>
  one.answered_at > than.answered_at || (one.answered_at === than.answered_at && one.id > than.id);

/** Lists go backwards alone: so days after the answer are looked at, more of them while there is nothing. */
const DAYS_AFTER = [0, 3, 30, 365, 36_500];
const MOST = 1000;

async function newerThan(call: Call, answer: At, input: In<'answers'>): Promise<number | undefined> {
  const day = answer.answered_at.slice(0, 10);
  const from = [day, input.date?.from ?? day].sort().at(-1) ?? day;
  const end = input.date?.to ?? addDays(today(), 1);
  for (const days of DAYS_AFTER) {
    const to = [addDays(from, days), end].sort()[0] ?? end;
    if (from > to) return undefined;
    const found = await oldestNewer(call, answer, { ...input, date: { from, to }, limit: MOST });
    if (found !== undefined || to === end) return found;
  }
  return undefined;
}

/** The last of a list that is newer than the answer. */
async function oldestNewer(call: Call, answer: At, input: In<'answers'>): Promise<number | undefined> {
  let found: number | undefined;
  let before: number | null = null;
  do {
    const page: Out<'answers'> = await call('answers', { ...input, ...(before !== null && { before }) });
    for (const one of page.answers) {
      if (!isNewer(one, answer)) return found;
      found = one.id;
    }
    before = page.next;
  } while (before !== null);
  return found;
}
