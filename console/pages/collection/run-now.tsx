import { Button, Checkbox, Group, Modal, Skeleton, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Out, useChange, useOperation } from '../../api.ts';
import { usd } from '../../format.ts';
import { say } from '../../notify.ts';
import { AgentName } from '../../parts/agent-name.tsx';
import { words } from '../../words/collection.ts';
import classes from './costs.module.css';
import type { Planned } from './draft.ts';

/** What is to be asked: the whole plan, or one prompt of one agent again. */
export type Wish = { prompt?: { id: number; text: string }; agent?: string };

type Given = { wish: Wish | null; planned: Planned | undefined; begin: () => void; onClose: () => void };

/** From this much on, money is spent only after a second yes. */
const ASK_FIRST_USD = 1;

/** Asks who is to be asked, says what it will cost, and asks them. */
export function RunNow({ wish, planned, begin, onClose }: Given) {
  return (
    <Modal opened={wish !== null} onClose={onClose} title={words.run.title}>
      {wish && planned && <Form wish={wish} planned={planned} begin={begin} onClose={onClose} />}
    </Modal>
  );
}

type FormGiven = Given & { wish: Wish; planned: Planned };

function Form({ wish, planned, begin, onClose }: FormGiven) {
  const { plan, active_prompts: prompts } = planned;
  const askable = plan.agents.filter(({ problem }) => problem === null).map(({ agent }) => agent);
  const [chosen, setChosen] = useState<readonly string[]>(wish.agent ? [wish.agent] : askable);
  const [agreedTo, setAgreed] = useState<number | null>(null);
  const collect = useChange('collect');
  const input = {
    brand_id: plan.brand_id,
    ai_agent: [...chosen],
    ...(wish.prompt && { prompt_ids: [wish.prompt.id] }),
  };
  const tried = useOperation('collect', { ...input, dry_run: true }, { enabled: chosen.length > 0 });
  const most = tried.data?.forecast.most_usd ?? 0;
  const isAgreed = most <= ASK_FIRST_USD || agreedTo === most;
  const isReady = chosen.length > 0 && tried.data !== undefined && !tried.isUpdating && isAgreed;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    begin();
    const done = await collect.change(input);
    if (!done) return;
    say.done(done.added > 0 ? words.run.started(done.added) : words.run.nothing);
    onClose();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <p className={classes.runText}>
          {wish.prompt ? words.run.one(wish.prompt.text) : words.run.text(prompts, plan.samples)}
        </p>
        <Agents planned={planned} chosen={chosen} onChange={setChosen} />
        <Cost
          cost={chosen.length === 0 ? null : tried.data}
          left={planned.spending.left_usd}
          problem={tried.problem?.message}
        />
        {chosen.length > 0 && most > ASK_FIRST_USD && (
          <Checkbox
            label={words.run.agree(usd(most))}
            checked={agreedTo === most}
            onChange={(event) => setAgreed(event.currentTarget.checked ? most : null)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {words.run.cancel}
          </Button>
          <Button type="submit" disabled={!isReady} loading={collect.isBusy}>
            {words.run.ask}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type AgentsGiven = { planned: Planned; chosen: readonly string[]; onChange: (chosen: string[]) => void };

function Agents({ planned: { plan }, chosen, onChange }: AgentsGiven) {
  return (
    <Checkbox.Group label={words.run.agents} value={[...chosen]} onChange={onChange}>
      <div className={classes.runAgents}>
        {plan.agents.map(({ agent, problem, usd_per_answer: price }) => (
          <Checkbox
            key={agent}
            value={agent}
            disabled={problem !== null}
            label={
              <span className={classes.runAgent}>
                <AgentName agent={agent} />
                <span>{price !== null && words.plan.perAnswer(usd(price))}</span>
              </span>
            }
            description={problem}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

type CostGiven = {
  cost: Out<'collect'> | null | undefined;
  left: number | null;
  problem: string | undefined;
};

function Cost({ cost, left, problem }: CostGiven) {
  if (problem) return <p className={classes.problem}>{problem}</p>;
  if (cost === null) return <p className={classes.problem}>{words.run.none}</p>;
  if (cost === undefined) return <Skeleton h={62} />;
  const { forecast, waiting, skipped } = cost;
  return (
    <div className={classes.cost} aria-live="polite">
      <strong>{words.run.cost(forecast.answers, usd(forecast.expected_usd))}</strong>
      <span>{words.run.most(usd(forecast.most_usd))}</span>
      {left !== null && left < forecast.most_usd && <span>{words.run.left(usd(left))}</span>}
      {waiting > 0 && <span>{words.run.waiting(waiting)}</span>}
      {skipped.map(({ ai_agent, reason }) => (
        <span key={ai_agent}>{reason}</span>
      ))}
    </div>
  );
}
