// The answers of a receipt: what each gave to the number, and the way to its page.
import { Button } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { LoadedPages, Out } from '../api.ts';
import { useFilters } from '../filters.ts';
import { dateTime } from '../format.ts';
import { words } from '../words.ts';
import { AgentName } from './agent-name.tsx';
import classes from './explain.module.css';
import type { Receipt } from './receipt.ts';

type Page = Out<'explain'>;
type Answer = Page['answers'][number];
type Given = { pages: LoadedPages<Page>; receipt: Receipt };

const say = words.explain;

/** Newest first; more on demand. */
export function ExplainAnswers({ pages, receipt }: Given) {
  const all = pages.data ?? [];
  const answers = all.flatMap((page) => page.answers);
  const prompts = promptsOf(all[0]);
  return (
    <section>
      <h3>{say.behind}</h3>
      {answers.length === 0 && <p className={classes.dim}>{say.noAnswers}</p>}
      <ol className={classes.answers}>
        {answers.map((answer) => (
          <li key={answer.id}>
            <One
              answer={answer}
              brandId={receipt.brandId}
              prompt={receipt.promptId === undefined ? prompts.get(answer.prompt_id) : undefined}
            />
          </li>
        ))}
      </ol>
      {pages.hasMore && (
        <Button variant="default" size="xs" mt={12} loading={pages.isLoadingMore} onClick={pages.loadMore}>
          {say.more}
        </Button>
      )}
    </section>
  );
}

/** The texts of the prompts by id; further pages carry none. */
function promptsOf(page: Page | undefined): Map<number, string> {
  const all = [...(page?.prompts ?? []), ...(page?.left_out.prompts ?? [])];
  return new Map(all.map(({ id, prompt }) => [id, prompt]));
}

type OneGiven = { answer: Answer; brandId: number; prompt: string | undefined };

function One({ answer, brandId, prompt }: OneGiven) {
  const { href } = useFilters();
  const Mark = answer.counted ? IconCheck : IconMinus;
  return (
    <Link href={href(`/brands/${brandId}/answers/${answer.id}`)}>
      <span className={answer.counted ? classes.counted : classes.uncounted}>
        <Mark size={14} stroke={2.2} aria-hidden />
      </span>
      <AgentName agent={answer.ai_agent} />
      <span className={classes.when}>{dateTime(answer.answered_at)}</span>
      {prompt && <span className={classes.asked}>{prompt}</span>}
      <span className={classes.facts}>{factsOf(answer)}</span>
    </Link>
  );
}

/** What an answer gave to the number, in a few words. */
function factsOf({ counted, kind, position, sentiment }: Answer): string {
  return [
    counted ? say.counted : say.notCounted,
    kind ? words.kinds[kind] : say.notNamed,
    position !== null && say.position(position),
    sentiment !== null && say.sentiment(sentiment),
  ]
    .filter(Boolean)
    .join(' · ');
}
