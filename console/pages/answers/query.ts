// Which answers are meant: the shared filters, one prompt, and whether the brand is mentioned. All in the URL.
import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { withValues } from '../../address.ts';
import type { In } from '../../api.ts';
import { filterInput, parseFilters, printFilters } from '../../filters.ts';

/** Rows of a page of the list. */
export const PAGE = 50;

export type Mentioned = 'yes' | 'no' | '';
export type AnswerQuery = {
  input: In<'answers'>;
  promptId: number | undefined;
  mentioned: Mentioned;
  /** The query of the address: what an answer's page must have to stay in the same list. */
  search: string;
  set: (change: { prompt?: number | undefined; mentioned?: Mentioned }) => void;
};

/** Reads the list's filters from the address. `promptId` is fixed on a prompt's own page. */
export function useAnswerQuery(brandId: number, promptId?: number): AnswerQuery {
  const search = useSearch();
  const [path, go] = useLocation();
  return useMemo(() => {
    // The reader shows no filters, and yet stays within those of its list; of one prompt tags say nothing.
    const given = parseFilters(search);
    const filters = promptId === undefined ? given : { ...given, tags: [] };
    const query = new URLSearchParams(search);
    const id = Number(query.get('prompt'));
    const prompt = promptId ?? (Number.isSafeInteger(id) && id > 0 ? id : undefined);
    const said = query.get('mentioned');
    const mentioned: Mentioned = said === 'yes' || said === 'no' ? said : '';
    return {
      input: {
        brand_id: brandId,
        ...filterInput(filters),
        ...(prompt !== undefined && { prompt_id: prompt }),
        ...(mentioned !== '' && { mentioned: mentioned === 'yes' }),
        limit: PAGE,
      },
      promptId: prompt,
      mentioned,
      search: withValues(promptId === undefined ? search : printFilters(filters, search), {
        prompt: prompt === undefined ? '' : String(prompt),
      }),
      set: (change) => {
        const values: Record<string, string> = {};
        if ('prompt' in change) values.prompt = change.prompt === undefined ? '' : String(change.prompt);
        if (change.mentioned !== undefined) values.mentioned = change.mentioned;
        go(path + withValues(search, values));
      },
    };
  }, [brandId, promptId, search, path, go]);
}

const seen = new Map<string, number>();

/** Notes which answer of a list was read last, so that the list can go on there. */
export function noteSeen(input: In<'answers'>, answerId: number): void {
  seen.set(JSON.stringify(input), answerId);
}

/** The answer of a list that was read last. */
export function lastSeen(input: In<'answers'>): number | undefined {
  return seen.get(JSON.stringify(input));
}
