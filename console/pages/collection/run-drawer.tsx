import { Anchor, Button, Drawer } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { connectionLook } from '../../connections.ts';
import { useFilters } from '../../filters.ts';
import { dateTime, usd } from '../../format.ts';
import { AgentName } from '../../parts/agent-name.tsx';
import { useSession } from '../../session.tsx';
import { words } from '../../words/collection.ts';
import { type Run, State, whatHappened } from './run-columns.tsx';
import type { Wish } from './run-now.tsx';
import classes from './runs.module.css';

type Given = {
  run: Run | undefined;
  brandId: number;
  onClose: () => void;
  onAgain: (wish: Wish) => void;
};

/** One attempt: what was asked, what came of it, and what to do about a failure. */
export function RunDrawer({ run, onClose, ...given }: Given) {
  return (
    <Drawer opened={run !== undefined} onClose={onClose} position="right" title={words.detail.title}>
      {run && <Detail run={run} {...given} />}
    </Drawer>
  );
}

function Detail({ run, brandId, onAgain }: Omit<Given, 'onClose'> & { run: Run }) {
  const { href } = useFilters();
  const { may } = useSession();
  const { prompt_id: id, prompt, ai_agent: agent } = run;
  return (
    <div className={classes.detail}>
      <p className={classes.quoted}>{prompt}</p>
      <div className={classes.detailState}>
        <AgentName agent={agent} />
        <State run={run} />
      </div>
      {(run.failure || run.advice) && (
        <div className={classes.advice}>
          <strong>{whatHappened(run)}</strong>
          {run.advice && <span>{run.advice}</span>}
        </div>
      )}
      {run.message && (
        <div>
          <h3>{words.detail.said}</h3>
          <p className={classes.message}>{run.message}</p>
        </div>
      )}
      <dl className={classes.facts}>
        <Fact title={words.detail.via}>{connectionLook(run.connection).name}</Fact>
        <Fact title={words.detail.model}>{run.model}</Fact>
        <Fact title={words.detail.planned}>{dateTime(run.planned_for)}</Fact>
        <Fact title={words.detail.started}>{dateTime(run.started_at)}</Fact>
        <Fact title={words.detail.took}>{run.seconds !== null && words.detail.seconds(run.seconds)}</Fact>
        <Fact title={words.detail.cost}>{run.cost_usd !== null && usd(run.cost_usd)}</Fact>
      </dl>
      <div className={classes.detailActions}>
        {may('collect') && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={15} />}
            onClick={() => onAgain({ prompt: { id, text: prompt }, agent })}
          >
            {words.detail.again}
          </Button>
        )}
        <Anchor component={Link} href={href(`/brands/${brandId}/prompts/${id}`)} size="sm">
          {words.detail.openPrompt}
        </Anchor>
        {run.answer_id !== null && (
          <Anchor component={Link} href={`/brands/${brandId}/answers/${run.answer_id}`} size="sm">
            {words.detail.openAnswer}
          </Anchor>
        )}
      </div>
    </div>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children || '–'}</dd>
    </div>
  );
}
