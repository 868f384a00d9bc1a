import { Button, SegmentedControl } from '@mantine/core';
import { IconArrowLeft, IconMessageQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { useQueryValue } from '../../address.ts';
import { type In, useOperation, useOperationPages } from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { stepOf, useFilters } from '../../filters.ts';
import { AnswerList } from '../../parts/answer-list.tsx';
import { ApiButton } from '../../parts/api-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { isMetric, METRICS, metricLooks } from '../../parts/metric.ts';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import { TrendChart } from '../../parts/trend-chart.tsx';
import { trendSeries } from '../../parts/trend-series.ts';
import { words } from '../../words/prompt.ts';
import { words as shared } from '../../words.ts';
import { AnswersCsv } from '../answers/csv.tsx';
import { NoAnswers } from '../answers/no-answers.tsx';
import { lastSeen, useAnswerQuery } from '../answers/query.ts';
import { Agents } from './agents.tsx';
import { Heading } from './heading.tsx';
import { Numbers } from './numbers.tsx';
import classes from './prompt.module.css';
import { Rivals } from './rivals.tsx';

/** One prompt: how it does, with whom, beside whom, and its answers. */
export default function PromptPage() {
  const brand = useBrand();
  const { prompt: given } = useParams();
  const { input, href } = useFilters();
  const id = Number(given);
  const list = useOperation('listPrompts', { brand_id: brand.id });
  const asked: In<'matrix'> = { brand_id: brand.id, prompt_id: id, ...input };
  const prompt = list.data?.prompts.find((one) => one.id === id);
  const matrix = useOperation('matrix', asked, { enabled: prompt !== undefined });
  if (list.data && !prompt) return <Gone list={href(`/brands/${brand.id}/prompts`)} />;
  return (
    <>
      <nav className={classes.nav} aria-label={words.back}>
        <Link href={href(`/brands/${brand.id}/prompts`)} className={classes.back}>
          <IconArrowLeft size={16} stroke={1.8} aria-hidden />
          {words.back}
        </Link>
      </nav>
      <Heading prompt={prompt} all={list.data?.prompts ?? []} asked={asked} />
      <Problem
        problem={list.problem ?? matrix.problem}
        retry={list.problem ? list.retry : matrix.retry}
        hasOld={matrix.data !== undefined}
      />
      {!list.problem && (
        <>
          <Numbers matrix={matrix.data} promptId={id} />
          <Trend promptId={id} />
          <div className={classes.columns}>
            <div>
              <Agents matrix={matrix.data} promptId={id} />
            </div>
            <div>
              <Rivals matrix={matrix.data} promptId={id} />
            </div>
          </div>
          {prompt && <Answers promptId={id} />}
        </>
      )}
    </>
  );
}

/** Up to so many days a prompt's chart has a point a day. */
const DAILY = 14;

function Trend({ promptId }: { promptId: number }) {
  const brand = useBrand();
  const { input, days } = useFilters();
  const [chosen, choose] = useQueryValue('chart');
  const metric = isMetric(chosen) ? chosen : 'visibility';
  const asked: In<'trend'> = { brand_id: brand.id, prompt_id: promptId, step: stepOf(days, DAILY), ...input };
  const trend = useOperation('trend', asked);
  const step = trend.data?.step ?? stepOf(days, DAILY);
  return (
    <Section
      title={words.trend.title}
      text={shared.metrics.per[step]}
      actions={
        <>
          <SegmentedControl
            size="xs"
            className={classes.switch}
            aria-label={words.trend.switch}
            value={metric}
            onChange={(value) => choose(value === 'visibility' ? '' : value)}
            data={METRICS.map((value) => ({ value, label: shared.metrics[value] }))}
          />
          <ApiButton name="trend" input={asked} />
        </>
      }
    >
      <Problem problem={trend.problem} retry={trend.retry} hasOld={trend.data !== undefined} />
      {(trend.data || !trend.problem) && (
        <TrendChart
          label={`${shared.metrics[metric]} ${words.trend.title}`}
          series={trend.data && trendSeries(trend.data, metric)}
          step={step}
          height={260}
          {...metricLooks[metric]}
        />
      )}
    </Section>
  );
}

function Answers({ promptId }: { promptId: number }) {
  const brand = useBrand();
  const query = useAnswerQuery(brand.id, promptId);
  const pages = useOperationPages('answers', query.input);
  const [startAt] = useState(() => lastSeen(query.input));
  return (
    <Section
      title={words.answers}
      actions={
        <>
          {pages.data?.[0]?.answers.length !== 0 && <AnswersCsv input={query.input} />}
          <ApiButton name="answers" input={query.input} />
        </>
      }
      flush
    >
      <Problem problem={pages.problem} retry={pages.retry} hasOld={pages.data !== undefined} />
      <AnswerList
        key={JSON.stringify(query.input)}
        pages={pages}
        href={({ id }) => `/brands/${brand.id}/answers/${id}${query.search}`}
        withPrompt={false}
        startAt={startAt}
        empty={<NoAnswers query={{ ...query, promptId: undefined }} />}
      />
    </Section>
  );
}

function Gone({ list }: { list: string }) {
  return (
    <Empty
      page
      icon={IconMessageQuestion}
      title={words.gone}
      text={words.goneText}
      action={
        <Button component={Link} href={list}>
          {words.goneNext}
        </Button>
      }
    />
  );
}
