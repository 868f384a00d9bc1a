import { SegmentedControl, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useOperation, useOperationPages } from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { AnswerList } from '../../parts/answer-list.tsx';
import { ApiButton } from '../../parts/api-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { PageTitle, Section } from '../../parts/section.tsx';
import { words } from '../../words/answers.ts';
import classes from './answers.module.css';
import { AnswersCsv } from './csv.tsx';
import { NoAnswers } from './no-answers.tsx';
import { type AnswerQuery, lastSeen, type Mentioned, useAnswerQuery } from './query.ts';

/** All answers of a brand under the page's filters. */
export default function Answers() {
  const brand = useBrand();
  const query = useAnswerQuery(brand.id);
  const { input } = query;
  const pages = useOperationPages('answers', input);
  const total = useTotal(query);
  // What was read last when this page opened; not what is read later.
  const [startAt] = useState(() => lastSeen(input));
  return (
    <>
      <PageTitle
        title={words.title}
        beside={total !== undefined && words.total(total)}
        actions={<ApiButton name="answers" input={input} />}
      />
      <Problem problem={pages.problem} retry={pages.retry} hasOld={pages.data !== undefined} />
      <Section flush>
        <div className={classes.toolbar}>
          <Prompts query={query} />
          <SegmentedControl
            size="xs"
            aria-label={words.mentioned}
            value={query.mentioned}
            onChange={(mentioned) => query.set({ mentioned: mentioned as Mentioned })}
            data={[
              { value: '', label: words.all },
              { value: 'yes', label: words.yes },
              { value: 'no', label: words.no },
            ]}
          />
          <span className={classes.end}>
            {pages.data?.[0]?.answers.length !== 0 && <AnswersCsv input={input} />}
          </span>
        </div>
        <AnswerList
          key={JSON.stringify(input)}
          pages={pages}
          href={({ id }) => `/brands/${brand.id}/answers/${id}${query.search}`}
          withPrompt={query.promptId === undefined}
          startAt={startAt}
          empty={<NoAnswers query={query} />}
        />
      </Section>
    </>
  );
}

/** How many there are; unknown where only some answers of each prompt are asked for. */
function useTotal({ input, promptId, mentioned }: AnswerQuery): number | undefined {
  const { brand_id, date, ai_agent, tags } = input;
  const filter = { ...(date && { date }), ...(ai_agent && { ai_agent }), ...(tags && { tags }) };
  const all = mentioned === '';
  const brand = useOperation(
    'brandReport',
    { brand_id, ...filter },
    { enabled: all && promptId === undefined },
  );
  const prompt = useOperation(
    'promptReport',
    { prompt_id: promptId, ...filter },
    { enabled: all && promptId !== undefined },
  );
  if (!all) return undefined;
  return promptId === undefined ? brand.data?.total_responses : prompt.data?.report[0]?.total_responses;
}

const MOST_OFFERED = 60;

/** Chooses one prompt; thousands are searched, some are offered. */
function Prompts({ query }: { query: AnswerQuery }) {
  const { data } = useOperation('prompts', { brand_id: query.input.brand_id });
  const options = useMemo(
    () => (data?.prompts ?? []).map(({ id, prompt }) => ({ value: String(id), label: prompt })),
    [data],
  );
  return (
    <Select
      size="xs"
      className={classes.prompts}
      aria-label={words.prompt}
      placeholder={words.allPrompts}
      nothingFoundMessage={words.noPrompt}
      data={options}
      value={query.promptId === undefined || !data ? null : String(query.promptId)}
      onChange={(value) => query.set({ prompt: value === null ? undefined : Number(value) })}
      limit={MOST_OFFERED}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': words.allPrompts }}
    />
  );
}
