import { ActionIcon, Button, Checkbox, Radio } from '@mantine/core';
import { IconAdjustments, IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { agentLook } from '../../agents.ts';
import { connectionLook } from '../../connections.ts';
import { usd } from '../../format.ts';
import { AgentName } from '../../parts/agent-name.tsx';
import { Empty } from '../../parts/empty.tsx';
import { useSession } from '../../session.tsx';
import { words } from '../../words/collection.ts';
import { AddAgent } from './add-agent.tsx';
import { AgentDetails } from './agent-details.tsx';
import type { AgentChoice, Draft, Edit, Planned } from './draft.ts';
import { FormPart } from './form-part.tsx';
import classes from './plan.module.css';
import type { Tried } from './tried.ts';

type Given = {
  draft: Draft;
  edit: Edit;
  stored: Planned;
  tried: Tried;
  error: string | undefined;
  onSetKey: () => void;
};

/** Who is asked: every agent that can be, or chosen ones with their connections and models. */
export function PlanAgents({ draft, edit, stored, tried, error, onSetKey }: Given) {
  const { may } = useSession();
  const names = namesOf(stored, draft);
  if (names.length === 0) {
    return (
      <FormPart title={words.plan.agents}>
        <Empty
          title={words.plan.noAgents}
          text={words.plan.noAgentsText}
          action={may('setVendorKey') && <Button onClick={onSetKey}>{words.notices.setKey}</Button>}
        />
      </FormPart>
    );
  }
  return (
    <FormPart title={words.plan.agents}>
      <Radio.Group
        aria-label={words.plan.agents}
        value={draft.all_agents ? 'all' : 'chosen'}
        onChange={(value) => edit({ all_agents: value === 'all' })}
      >
        <div className={classes.ways}>
          <Radio value="all" label={words.plan.all} />
          <Radio value="chosen" label={words.plan.chosen} />
        </div>
      </Radio.Group>
      <ul className={classes.agents}>
        {names.map((agent) => (
          <AgentRow key={agent} {...{ agent, draft, edit, stored, tried }} />
        ))}
      </ul>
      {error && <p className={classes.problem}>{error}</p>}
      {draft.all_agents ? (
        <p className={classes.hint}>{words.plan.allHint}</p>
      ) : (
        <AddAgent known={names} onAdd={(choice) => edit({ agents: [...draft.agents, choice] })} />
      )}
    </FormPart>
  );
}

/** Agents that can be asked, and those that the plan names besides. */
function namesOf({ available, plan }: Planned, draft: Draft): string[] {
  const askable = available.map(({ agent }) => agent);
  if (draft.all_agents) return [...new Set(askable)];
  const planned = [...plan.agents, ...draft.agents].map(({ agent }) => agent);
  return [...new Set([...askable, ...planned])];
}

type RowGiven = Omit<Given, 'error' | 'onSetKey'> & { agent: string };

function AgentRow({ agent, draft, edit, stored, tried }: RowGiven) {
  const [isOpen, setOpen] = useState(false);
  const choice = draft.agents.find((one) => one.agent === agent);
  const isAsked = draft.all_agents || choice !== undefined;
  const change = (next: AgentChoice) =>
    edit({ agents: draft.agents.map((one) => (one.agent === agent ? next : one)) });
  const toggle = () =>
    edit({
      agents: choice
        ? draft.agents.filter((one) => one !== choice)
        : [...draft.agents, { agent, connection: null, model: null, usd_per_answer: null }],
    });
  return (
    <li className={classes.agent}>
      <div className={classes.agentLine}>
        {draft.all_agents ? (
          <AgentName agent={agent} />
        ) : (
          <Checkbox checked={isAsked} onChange={toggle} label={<AgentName agent={agent} />} />
        )}
        <How agent={agent} planned={tried.shown} isAsked={isAsked} />
        {choice && !draft.all_agents && (
          <ActionIcon
            variant={isOpen ? 'light' : 'subtle'}
            color="gray"
            onClick={() => setOpen(!isOpen)}
            aria-expanded={isOpen}
            aria-label={words.plan.details(agentLook(agent).name)}
          >
            <IconAdjustments size={16} stroke={1.8} />
          </ActionIcon>
        )}
      </div>
      {isOpen && choice && !draft.all_agents && (
        <AgentDetails choice={choice} available={stored.available} onChange={change} />
      )}
    </li>
  );
}

/** Through whom the agent is asked, with which model and for how much; or what keeps it from being asked. */
function How({ agent, planned, isAsked }: { agent: string; planned: Planned; isAsked: boolean }) {
  const resolved = planned.plan.agents.find((one) => one.agent === agent);
  const first = planned.available.find((one) => one.agent === agent);
  if (isAsked && resolved?.problem)
    return (
      <span className={classes.agentProblem}>
        <IconAlertTriangle size={14} stroke={1.9} aria-hidden /> {resolved.problem}
      </span>
    );
  const connection = (isAsked && resolved?.connection) || first?.connection;
  const model = (isAsked && resolved?.model) || first?.model;
  const price = isAsked && resolved ? resolved.usd_per_answer : undefined;
  return (
    <>
      <span className={classes.agentVia}>
        {connection && words.plan.via(connectionLook(connection).name)}
        {model && model !== agent && ` · ${model}`}
      </span>
      <span className={classes.agentPrice}>
        {price === null && words.plan.noPrice}
        {price !== null && price !== undefined && words.plan.perAnswer(usd(price))}
      </span>
    </>
  );
}
