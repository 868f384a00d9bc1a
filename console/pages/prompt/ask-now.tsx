// Asking the agents this prompt now, and seeing their answers come.
import { Button, Group, Loader, Modal, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { agentLook } from '../../agents.ts';
import { type Out, refresh, useChange, useOperation } from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { usd } from '../../format.ts';
import { say } from '../../notify.ts';
import { AgentName } from '../../parts/agent-name.tsx';
import { useSession } from '../../session.tsx';
import { words } from '../../words/prompt.ts';
import type { Prompt } from '../prompts/rows.ts';
import classes from './prompt.module.css';

const { ask } = words;
const EVERY_MS = 1500;

type Plan = Out<'plan'>;
type Choice = { agent: string; price: number | null };

/** Who would be asked: the agents of the plan that can be. */
function agentsOf({ plan, available }: Plan): Choice[] {
  const can = new Set(available.map(({ agent }) => agent));
  const planned = plan.agents.filter(({ problem }) => problem === null);
  if (planned.length > 0 || !plan.all_agents)
    return planned.map(({ agent, usd_per_answer }) => ({ agent, price: usd_per_answer }));
  return [...can].map((agent) => ({ agent, price: null }));
}

/** The button; when nobody can be asked it says why. */
export function AskNow({ prompt }: { prompt: Prompt }) {
  const brand = useBrand();
  const { may } = useSession();
  const [isOpen, { open, close }] = useDisclosure(false);
  const { data: plan } = useOperation('plan', { brand_id: brand.id }, { enabled: may('collect') });
  if (!may('collect')) return null;
  const agents = plan ? agentsOf(plan) : [];
  const why =
    prompt.active === 'N' ? ask.inactive : plan && agents.length === 0 ? (plan.paused ?? ask.nobody) : null;
  const isOff = !plan || why !== null;
  return (
    <>
      <Tooltip label={why} disabled={why === null}>
        <Button
          leftSection={<IconSend size={15} stroke={1.8} />}
          data-disabled={isOff || undefined}
          aria-disabled={isOff}
          onClick={() => !isOff && open()}
        >
          {ask.button}
        </Button>
      </Tooltip>
      {plan && (
        <Modal opened={isOpen} onClose={close} title={ask.title}>
          <Question prompt={prompt} plan={plan} agents={agents} onClose={close} />
        </Modal>
      )}
    </>
  );
}

type QuestionGiven = { prompt: Prompt; plan: Plan; agents: readonly Choice[]; onClose: () => void };

function Question({ prompt, plan: { plan }, agents, onClose }: QuestionGiven) {
  const collect = useChange('collect');
  const go = async () => {
    const done = await collect.change({ brand_id: plan.brand_id, prompt_ids: [prompt.id] });
    if (!done) return;
    onClose();
    if (done.added > 0) say.done(ask.added(done.added));
    else if (done.waiting > 0) say.done(ask.waiting(done.waiting));
    for (const { ai_agent, reason } of done.skipped)
      say.problem({ message: ask.skipped(agentLook(ai_agent).name, reason) });
  };
  return (
    <>
      <Text size="sm">{ask.text}</Text>
      {plan.samples > 1 && <Text size="sm">{ask.times(plan.samples)}</Text>}
      <ul className={classes.agents}>
        {agents.map(({ agent, price }) => (
          <li key={agent}>
            <AgentName agent={agent} />
            <span className={classes.dim}>{price === null ? ask.unknown : ask.price(usd(price))}</span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {ask.cancel}
        </Button>
        <Button onClick={() => void go()} loading={collect.isBusy} data-autofocus>
          {ask.go(agents.length)}
        </Button>
      </Group>
    </>
  );
}

/** What is under way for this prompt; when it is over, everything on screen is asked anew. */
export function Asking({ promptId }: { promptId: number }) {
  const brand = useBrand();
  const queries = useQueryClient();
  const asked = { brand_id: brand.id, prompt_id: promptId, limit: 1 };
  const idle = useOperation('runs', asked);
  const open = openOf(idle.data);
  useOperation('runs', asked, { enabled: open > 0, everyMs: open > 0 && EVERY_MS });
  const before = useRef(0);
  useEffect(() => {
    // Fewer are open: an answer has come, or a failure.
    if (open < before.current) void refresh(queries);
    before.current = open;
  }, [open, queries]);
  if (!idle.data || open === 0) return null;
  const { waiting, asking } = idle.data.slots;
  return (
    <p className={classes.asking} role="status">
      <Loader size={14} />
      {ask.under_way(waiting, asking)}
    </p>
  );
}

const openOf = (runs: Out<'runs'> | undefined) => (runs ? runs.slots.waiting + runs.slots.asking : 0);
