import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useChange } from '../../api.ts';
import { words } from '../../words/portfolio.ts';

type Given = { opened: boolean; onClose: () => void };

/** Asks for a brand's name and domain, and leads to it. */
export function NewBrand({ opened, onClose }: Given) {
  return (
    <Modal opened={opened} onClose={onClose} title={words.form.title}>
      <Form onClose={onClose} />
    </Modal>
  );
}

function Form({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [domain, setDomain] = useState('');
  const [, go] = useLocation();
  const create = useChange('createBrand', { done: words.form.created, quiet: true });
  const problem = create.problem?.message;
  const isDomain = create.problem?.field === 'domain';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const made = await create.change({ name, domain });
    if (!made) return;
    onClose();
    go(`/brands/${made.brand.id}`);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={words.form.name}
          description={words.form.nameHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={!isDomain && problem}
          data-autofocus
          required
        />
        <TextInput
          label={words.form.domain}
          description={words.form.domainHint}
          placeholder="acme.example"
          value={domain}
          onChange={(event) => setDomain(event.currentTarget.value)}
          error={isDomain && problem}
          inputMode="url"
          autoCapitalize="off"
          spellCheck={false}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {words.form.cancel}
          </Button>
          <Button type="submit" loading={create.isBusy}>
            {words.form.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
