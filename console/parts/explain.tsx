import { Button, Drawer, Skeleton } from '@mantine/core';
import { Link } from 'wouter';
import { agentLook } from '../agents.ts';
import { type In, type Out, useOperationPages } from '../api.ts';
import { useFilters } from '../filters.ts';
import { count, dateTime, days, decimal } from '../format.ts';
import { words } from '../words.ts';
import { AgentName } from './agent-name.tsx';
import { ApiButton } from './api-button.tsx';
import classes from './explain.module.css';
import { Problem } from './problem.tsx';

/** Which number: of the brand, of a competitor, of one prompt; under the page's filters. */
export type Receipt = {
  brandId: number;
  metric: 'visibility' | 'sentiment' | 'position';
  competitor?: string;
  promptId?: number;
};

type Page = Out<'explain'>;
type Given = {
  receipt: Receipt;
  input: { date?: { from: string; to: string }; ai_agent?: string[] };
  opened: boolean;
  onClose: () => void;
};

const DIGITS = { visibility: 0, sentiment: 0, position: 2 } as const;
const say = words.explain;

/** The receipt of a number: formula, sums, what was left out, and the answers behind it. */
export default function Explain({ receipt, input, opened, onClose }: Given) {
  const { brandId, metric, competitor, promptId } = receipt;
  const asked: In<'explain'> = {
    brand_id: brandId,
    metric,
    ...(competitor !== undefined && { competitor }),
    ...(promptId !== undefined && { prompt_id: promptId }),
    ...input,
    limit: 20,
  };
  const pages = useOperationPages('explain', asked, { enabled: opened });
  const first = pages.data?.[0];
  const title = first ? say.title(words.metrics[metric], first.name) : words.metrics[metric];
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={560}
      title={<span className={classes.title}>{title}</span>}
      closeButtonProps={{ 'aria-label': say.close }}
    >
      <Problem problem={pages.problem} retry={pages.retry} hasOld={first !== undefined} />
      {first === undefined ? (
        pages.isLoading && <Skeleton h={360} />
      ) : (
        <div className={classes.receipt}>
          <p className={classes.under}>{under(input)}</p>
          <Sum page={first} />
          <LeftOut page={first} />
          {promptId === undefined && <Prompts page={first} />}
          <section>
            <h3>{say.behind}</h3>
            <Answers pages={pages.data ?? []} brandId={brandId} onOpen={onClose} />
            {pages.hasMore && (
              <Button
                variant="default"
                size="xs"
                mt={12}
                loading={pages.isLoadingMore}
                onClick={pages.loadMore}
              >
                {say.more}
              </Button>
            )}
          </section>
          <div className={classes.api}>
            <ApiButton name="explain" input={asked} />
          </div>
        </div>
      )}
    </Drawer>
  );
}

/** The filters that the number stands under. */
function under({ date, ai_agent }: Given['input']): string {
  const agents = ai_agent?.map((agent) => agentLook(agent).short).join(', ');
  return [date ? days(date) : words.filters.presets.all, agents ?? words.filters.allAgents].join(' · ');
}

/** Numbers of a receipt are exact to two digits; whole ones stay whole. */
const exact = (value: number) => (Number.isInteger(value) ? count(value) : decimal(value, 2));

function Sum({ page }: { page: Page }) {
  const unit = page.metric === 'visibility' ? '%' : '';
  return (
    <section>
      <h3>{say.how}</h3>
      <div className={classes.sum}>
        <span className={classes.fraction}>
          <span title={say.numerator}>{exact(page.numerator)}</span>
          <span title={say.denominator}>{exact(page.denominator)}</span>
        </span>
        <span aria-hidden>=</span>
        <strong>
          {decimal(page.value, DIGITS[page.metric])}
          {unit}
        </strong>
      </div>
      <p className={classes.formula}>{page.formula}</p>
    </section>
  );
}

function LeftOut({ page }: { page: Page }) {
  const { prompts, answers } = page.left_out;
  const old = page.readings.filter(({ current }) => !current).reduce((sum, one) => sum + one.answers, 0);
  const isNothing = prompts.length === 0 && answers.every((one) => one.answers === 0) && old === 0;
  return (
    <section>
      <h3>{say.leftOut}</h3>
      {isNothing && <p className={classes.dim}>{say.nothingLeftOut}</p>}
      <ul className={classes.left}>
        {answers.map(({ reason, answers: number }) => (
          <li key={reason}>
            <b>{count(number)}</b> {reason}
          </li>
        ))}
        {prompts.map(({ id, prompt, reason }) => (
          <li key={id}>
            <span className={classes.quote}>{prompt}</span> {reason}
          </li>
        ))}
        {old > 0 && <li>{say.old(old)}</li>}
      </ul>
    </section>
  );
}

function Prompts({ page }: { page: Page }) {
  if (page.prompts.length === 0) return null;
  return (
    <section>
      <h3>{say.prompts}</h3>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{say.prompt}</th>
              <th>{say.mentions}</th>
              <th>{say.answers}</th>
              <th>{say.value}</th>
            </tr>
          </thead>
          <tbody>
            {page.prompts.map((row) => (
              <tr key={row.id}>
                <td>{row.prompt}</td>
                <td>{count(row.mentions)}</td>
                <td>{count(row.answers)}</td>
                <td>{decimal(row.value, page.metric === 'position' ? 2 : 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

type AnswersGiven = { pages: readonly Page[]; brandId: number; onOpen: () => void };

function Answers({ pages, brandId, onOpen }: AnswersGiven) {
  const { href } = useFilters();
  const all = pages.flatMap(({ answers }) => answers);
  if (all.length === 0) return <p className={classes.dim}>{say.noAnswers}</p>;
  return (
    <ol className={classes.answers}>
      {all.map((answer) => (
        <li key={answer.id}>
          <Link href={href(`/brands/${brandId}/answers/${answer.id}`)} onClick={onOpen}>
            <AgentName agent={answer.ai_agent} />
            <span className={classes.when}>{dateTime(answer.answered_at)}</span>
            <span className={answer.counted ? classes.counted : classes.dim}>{factsOf(answer)}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** What an answer gave to the number, in a few words. */
function factsOf({ counted, kind, position, sentiment }: Page['answers'][number]): string {
  return [
    kind ? words.kinds[kind] : counted ? say.counted : say.notCounted,
    position !== null && say.position(position),
    sentiment !== null && say.sentiment(sentiment),
  ]
    .filter(Boolean)
    .join(' · ');
}
