import { Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useOperation } from '../../api.ts';
import { connectionLook } from '../../connections.ts';
import { words } from '../../words/collection.ts';
import type { AgentChoice } from './draft.ts';

type Given = { known: readonly string[]; onAdd: (choice: AgentChoice) => void };

/** Names any agent for a connection that can ask any, such as a model of Ollama; nothing without such a connection. */
export function AddAgent({ known, onAdd }: Given) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const { data } = useOperation('vendorKeys', {});
  const ways = (data?.connections ?? []).filter((one) => one.any_agent && one.ready);
  if (ways.length === 0) return null;
  return (
    <div>
      <Button variant="subtle" size="xs" leftSection={<IconPlus size={14} />} onClick={open}>
        {words.plan.addAgent}
      </Button>
      <Modal opened={isOpen} onClose={close} title={words.plan.addAgent}>
        <Form
          ways={ways.map(({ connection }) => connection)}
          known={known}
          onAdd={(choice) => {
            onAdd(choice);
            close();
          }}
        />
      </Modal>
    </div>
  );
}

function Form({ ways, known, onAdd }: Given & { ways: readonly string[] }) {
  const [agent, setAgent] = useState('');
  const [connection, setConnection] = useState(ways[0] ?? '');
  const [model, setModel] = useState('');
  const isReady = agent !== '' && model !== '' && !known.includes(agent);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The page's own form is around this one.
    event.stopPropagation();
    if (isReady) onAdd({ agent, connection, model, usd_per_answer: null });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {words.plan.addAgentText}
        </Text>
        <TextInput
          label={words.plan.agentName}
          description={words.plan.agentNameHint}
          value={agent}
          onChange={(event) => setAgent(event.currentTarget.value.toLowerCase().replace(/[^a-z0-9_]/g, '_'))}
          data-autofocus
        />
        <Select
          label={words.plan.connection}
          data={ways.map((value) => ({ value, label: connectionLook(value).name }))}
          value={connection}
          onChange={(value) => value && setConnection(value)}
          allowDeselect={false}
        />
        <TextInput
          label={words.plan.model}
          value={model}
          onChange={(event) => setModel(event.currentTarget.value.trim())}
          spellCheck={false}
        />
        <Button type="submit" disabled={!isReady}>
          {words.plan.add}
        </Button>
      </Stack>
    </form>
  );
}
