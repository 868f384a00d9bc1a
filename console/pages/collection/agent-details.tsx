import { NumberInput, Select, TextInput } from '@mantine/core';
import { connectionLook } from '../../connections.ts';
import { words } from '../../words/collection.ts';
import type { AgentChoice, Planned } from './draft.ts';
import classes from './plan.module.css';

type Given = {
  choice: AgentChoice;
  available: Planned['available'];
  onChange: (choice: AgentChoice) => void;
};

/** Connection, model and price of one agent; each may be left to the service. */
export function AgentDetails({ choice, available, onChange }: Given) {
  const ways = available.filter(({ agent }) => agent === choice.agent);
  const named = ways.map(({ connection }) => connection);
  // A connection that is not set up at present stays what the plan says.
  const all = choice.connection === null ? named : [...new Set([choice.connection, ...named])];
  const way = ways.find(({ connection }) => choice.connection === null || connection === choice.connection);
  return (
    <div className={classes.details}>
      <Select
        label={words.plan.connection}
        data={all.map((value) => ({ value, label: connectionLook(value).name }))}
        value={choice.connection}
        onChange={(connection) => onChange({ ...choice, connection })}
        placeholder={words.plan.automatic}
        clearable
      />
      <TextInput
        label={words.plan.model}
        value={choice.model ?? ''}
        placeholder={way?.model}
        onChange={(event) => onChange({ ...choice, model: event.currentTarget.value.trim() || null })}
        spellCheck={false}
        autoCapitalize="off"
      />
      <NumberInput
        label={words.plan.price}
        value={choice.usd_per_answer ?? ''}
        placeholder={words.plan.automatic}
        onChange={(value) =>
          onChange({ ...choice, usd_per_answer: value === '' ? null : Math.min(1000, Number(value)) })
        }
        min={0}
        max={1000}
        prefix="$"
        hideControls
      />
      <p className={classes.hint}>{words.plan.priceHint}</p>
    </div>
  );
}
