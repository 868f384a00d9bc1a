import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { DEFAULTS, printFilters, useFilters } from '../../filters.ts';
import { Empty } from '../../parts/empty.tsx';
import { StartButtons } from '../../parts/start-buttons.tsx';
import { words } from '../../words/answers.ts';
import classes from './answers.module.css';
import type { AnswerQuery } from './query.ts';

/** Nothing in the list: because of a filter, or because nothing was collected yet. */
export function NoAnswers({ query: { input, promptId, mentioned } }: { query: AnswerQuery }) {
  const { filters, set } = useFilters();
  const [path, go] = useLocation();
  const isFiltered =
    filters.agents.length > 0 || input.tags !== undefined || promptId !== undefined || mentioned !== '';
  const ever = (
    <Button variant="default" onClick={() => set({ range: 'all' })}>
      {words.ever}
    </Button>
  );
  if (isFiltered) {
    const reset = path + printFilters(DEFAULTS);
    return (
      <Empty
        icon={IconMessages}
        title={words.noMatch}
        action={
          <span className={classes.buttons}>
            <Button onClick={() => go(reset)}>{words.reset}</Button>
            {filters.range !== 'all' && ever}
          </span>
        }
      />
    );
  }
  return (
    <Empty
      icon={IconMessages}
      title={words.none}
      text={words.noneNext}
      action={
        <span className={classes.buttons}>
          <StartButtons />
          {filters.range !== 'all' && ever}
        </span>
      }
    />
  );
}
