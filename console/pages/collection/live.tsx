import { ActionIcon, Anchor, Loader } from '@mantine/core';
import { IconCircleCheck, IconX } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useFilters } from '../../filters.ts';
import { AgentName } from '../../parts/agent-name.tsx';
import { Bar } from '../../parts/bar.tsx';
import { Section } from '../../parts/section.tsx';
import { words } from '../../words/collection.ts';
import classes from './collection.module.css';
import type { AgentProgress, Progress } from './progress.ts';

type Given = { brandId: number; progress: Progress; onFailures: () => void };

/** What is being asked now, agent by agent; after the end what came of it, until it is put away. */
export function Live({ brandId, progress, onFailures }: Given) {
  const { agents, isOpen, hide } = progress;
  if (agents.length === 0) return null;
  const sum = (of: (agent: AgentProgress) => number) => agents.reduce((total, agent) => total + of(agent), 0);
  const [done, all, failed] = [sum((one) => one.done), sum((one) => one.all), sum((one) => one.failed)];
  return (
    <Section
      title={isOpen ? words.live.title : words.live.done}
      text={
        <span className={classes.liveState} aria-live="polite">
          {isOpen ? (
            <Loader size={12} aria-hidden />
          ) : (
            <IconCircleCheck size={15} stroke={1.9} color="var(--good)" aria-hidden />
          )}
          {words.live.of(done, all)}
        </span>
      }
      actions={
        !isOpen && (
          <>
            <Links brandId={brandId} failed={failed} onFailures={onFailures} />
            <ActionIcon variant="subtle" color="gray" onClick={hide} aria-label={words.live.hide}>
              <IconX size={16} />
            </ActionIcon>
          </>
        )
      }
    >
      <ul className={classes.live}>
        {agents.map((agent) => (
          <AgentLine key={agent.agent} agent={agent} />
        ))}
      </ul>
    </Section>
  );
}

function Links({ brandId, failed, onFailures }: Omit<Given, 'progress'> & { failed: number }) {
  const { href } = useFilters();
  return (
    <>
      {failed > 0 && (
        <Anchor component="button" type="button" size="sm" onClick={onFailures}>
          {words.live.seeFailures}
        </Anchor>
      )}
      <Anchor component={Link} href={href(`/brands/${brandId}/answers`)} size="sm">
        {words.live.seeAnswers}
      </Anchor>
    </>
  );
}

function AgentLine({ agent: { agent, done, all, ...counts } }: { agent: AgentProgress }) {
  const parts = [
    counts.asking > 0 && words.live.asking(counts.asking),
    counts.waiting > 0 && words.live.waiting(counts.waiting),
    counts.answered > 0 && words.live.answered(counts.answered),
    counts.failed > 0 && words.live.failed(counts.failed),
    counts.skipped > 0 && words.live.skipped(counts.skipped),
  ].filter(Boolean);
  return (
    <li className={classes.liveAgent}>
      <AgentName agent={agent} />
      <Bar value={done} most={all} label={words.live.label(agent, done, all)} />
      <span className={classes.liveCount}>{words.live.of(done, all)}</span>
      <span className={classes.liveParts}>{parts.join(' · ')}</span>
    </li>
  );
}
