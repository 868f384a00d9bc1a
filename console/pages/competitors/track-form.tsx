import { Button, Group, Modal, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { say } from '../../notify.ts';
import { words } from '../../words/competitors.ts';
import type { Listed } from './rivals.ts';

const tell = words.form;

type Given = {
  opened: boolean;
  /** The one that is known already; a new one is asked for by name. */
  competitor: Listed | undefined;
  onClose: () => void;
};

/** Asks for a competitor's name, domain and aliases, and tracks it. */
export function TrackForm({ opened, competitor, onClose }: Given) {
  const title = !competitor
    ? tell.newTitle
    : competitor.tracked
      ? tell.editTitle(competitor.name)
      : tell.nameTitle(competitor.name);
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Form competitor={competitor} onClose={onClose} />
    </Modal>
  );
}

function Form({ competitor, onClose }: Omit<Given, 'opened'>) {
  const form = useForm(competitor, onClose);
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        {!competitor && (
          <TextInput
            label={tell.name}
            description={tell.nameHint}
            value={form.name}
            onChange={(event) => form.setName(event.currentTarget.value)}
            error={form.errorOf('name')}
            data-autofocus
            required
          />
        )}
        <TextInput
          label={tell.domain}
          description={tell.domainHint}
          placeholder="acme.example"
          value={form.domain}
          onChange={(event) => form.setDomain(event.currentTarget.value)}
          error={form.errorOf('domain')}
          inputMode="url"
          autoCapitalize="off"
          spellCheck={false}
          data-autofocus={competitor && true}
        />
        <TagsInput
          label={tell.aliases}
          description={tell.aliasesHint}
          value={form.aliases}
          onChange={form.setAliases}
          error={form.errorOf('aliases')}
          acceptValueOnBlur
          splitChars={[',', ';']}
        />
        {!competitor?.tracked && (
          <Text size="sm" c="dimmed">
            {tell.history}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {tell.cancel}
          </Button>
          <Button type="submit" loading={form.isBusy}>
            {competitor?.tracked ? tell.save : tell.track}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useForm(competitor: Listed | undefined, onClose: () => void) {
  const brand = useBrand();
  const [name, setName] = useState(competitor?.name ?? '');
  const [domain, setDomain] = useState(competitor?.domain ?? '');
  const [aliases, setAliases] = useState(competitor?.aliases ?? []);
  const track = useChange('trackCompetitor', { quiet: true });
  const message = track.problem?.message;
  const isDomain = track.problem?.field === 'domain';
  const field = isDomain ? 'domain' : /aliases/i.test(message ?? '') ? 'aliases' : 'name';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done = await track.change({ brand_id: brand.id, name, domain, aliases });
    if (!done) return;
    say.done(competitor?.tracked ? words.done.saved(name) : words.done.tracked(1, done.competitor.name));
    onClose();
  };
  return {
    ...{ name, setName, domain, setDomain, aliases, setAliases, isBusy: track.isBusy },
    submit: (event: FormEvent) => void submit(event),
    /** What the service refused, at the field that it is about; where there is no field for the name, at the domain. */
    errorOf: (at: 'name' | 'domain' | 'aliases') => {
      const isShown = at === (field === 'name' && competitor ? 'domain' : field);
      return isShown ? message : undefined;
    },
  };
}
