import { Anchor, Button, Group, Progress } from '@mantine/core';
import { Link } from 'wouter';
import { useFilters } from '../../filters.ts';
import { Section } from '../../parts/section.tsx';
import { words } from '../../words/import.ts';
import { CountsLine } from './counts.tsx';
import classes from './import.module.css';
import type { ImportJob, State } from './job.ts';

type Given = {
  brandId: number;
  job: ImportJob;
  state: State;
  /** Imports what was only checked. */
  onStart: () => void;
  onAnother: () => void;
};

/** An import that runs, or what came of it. */
export function Running({ brandId, job, state, onStart, onAnother }: Given) {
  const { status, isTrial, counts } = state;
  const isRunning = status === 'running' || status === 'stopping';
  return (
    <Section title={titleOf(state)} text={textOf(state)}>
      <div className={classes.running}>
        {status !== 'done' && <Bar state={state} />}
        <CountsLine counts={counts} />
        {state.problem && (
          <p role="alert" className={classes.problem}>
            {state.problem.message}
          </p>
        )}
        {status === 'done' && !isTrial && counts.new > 0 && (
          <p className={classes.hint}>{words.job.inactive}</p>
        )}
        <Group gap="sm">
          {isRunning ? (
            <Button variant="default" onClick={() => job.stop()} disabled={status === 'stopping'}>
              {words.job.cancel}
            </Button>
          ) : (
            <After {...{ brandId, job, state, onStart, onAnother }} />
          )}
        </Group>
      </div>
    </Section>
  );
}

function titleOf({ status, isTrial, name }: State): string {
  if (status === 'running') return (isTrial ? words.job.checking : words.job.importing)(name);
  if (status === 'done') return `${isTrial ? words.job.checked : words.job.imported}: ${name}`;
  return { stopping: words.job.stopping, stopped: words.job.stopped, failed: words.job.failed }[status];
}

function textOf({ status, isTrial, lastLine }: State): string {
  if (status === 'running' || status === 'stopping') return words.job.stays;
  if (status === 'done') return isTrial ? words.job.checkedText : '';
  return words.job.stoppedText(lastLine);
}

/** How much of the file was read, and about how long the rest will take. */
function Bar({ state: { status, read, size, seconds, lastLine } }: { state: State }) {
  const part = size > 0 ? (100 * read) / size : 0;
  const left = read > 0 ? (seconds * (size - read)) / read : 0;
  return (
    <div>
      <Progress
        value={part}
        size="md"
        radius="xl"
        animated={status === 'running'}
        aria-label={words.job.progress}
      />
      <p className={classes.hint}>
        {[
          `${Math.floor(part)}%`,
          lastLine > 0 && words.job.lines(lastLine),
          status === 'running' && left >= 1 && words.job.left(words.job.seconds(left)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  );
}

function After({ brandId, job, state, onStart, onAnother }: Given) {
  const { href } = useFilters();
  const { status, isTrial, counts } = state;
  return (
    <>
      {status !== 'done' && <Button onClick={() => void job.run()}>{words.job.goOn}</Button>}
      {status === 'done' && isTrial && counts.new > 0 && <Button onClick={onStart}>{words.job.start}</Button>}
      {status === 'done' && !isTrial && (
        <Button component={Link} href={href(`/brands/${brandId}/answers`)}>
          {words.job.seeAnswers}
        </Button>
      )}
      <Button variant="default" onClick={onAnother}>
        {words.job.another}
      </Button>
      {status === 'done' && !isTrial && (
        <Anchor component={Link} href={href(`/brands/${brandId}/prompts`)} size="sm">
          {words.job.seePrompts}
        </Anchor>
      )}
    </>
  );
}
