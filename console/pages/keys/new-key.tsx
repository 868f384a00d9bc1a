import { Button, Code, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api.ts';
import { useBrands } from '../../brand.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { words } from '../../words/keys.ts';
import classes from './keys.module.css';

type Given = { opened: boolean; onClose: () => void };
type Made = { key: string; brandId: number | undefined };

/** Asks for name, access and expiry, then shows the key this once. */
export function NewKey({ opened, onClose }: Given) {
  const [made, setMade] = useState<Made | null>(null);
  const close = () => {
    onClose();
    setMade(null);
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={made ? words.made.title : words.form.title}
      size={made ? 'lg' : 'md'}
      closeOnClickOutside={made === null}
    >
      {made ? <Shown made={made} onDone={close} /> : <Form onMade={setMade} onClose={close} />}
    </Modal>
  );
}

const { form } = words;

function Form({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) {
  const brands = useBrands();
  const [given, setGiven] = useState({ name: '', brand: '', expires: '' });
  const create = useChange('createKey', { quiet: true });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const brandId = given.brand === '' ? undefined : Number(given.brand);
    const days = given.expires === '' ? undefined : Number(given.expires);
    const answer = await create.change({ name: given.name, brand_id: brandId, expires_days: days });
    if (answer) onMade({ key: answer.key, brandId });
  };
  const all = brands.data?.brands ?? [];
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={form.name}
          description={form.nameHint}
          value={given.name}
          onChange={(event) => setGiven({ ...given, name: event.currentTarget.value })}
          error={create.problem?.message}
          data-autofocus
          required
        />
        <Select
          label={form.access}
          description={form.accessHint}
          data={[
            { value: '', label: form.allBrands },
            ...all.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={given.brand}
          onChange={(brand) => setGiven({ ...given, brand: brand ?? '' })}
          searchable={all.length > 8}
          allowDeselect={false}
        />
        <Select
          label={form.expires}
          data={form.expiries}
          value={given.expires}
          onChange={(expires) => setGiven({ ...given, expires: expires ?? '' })}
          allowDeselect={false}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {form.cancel}
          </Button>
          <Button type="submit" loading={create.isBusy}>
            {form.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A line for the terminal that works as it is pasted. */
function curlOf({ key, brandId }: Made): string {
  const [path, body] =
    brandId === undefined ? ['brands', '{}'] : ['brand-report', `{"brand_id": ${brandId}}`];
  return `curl ${location.origin}/api/v1/${path} \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '${body}'`;
}

function Shown({ made, onDone }: { made: Made; onDone: () => void }) {
  const curl = curlOf(made);
  return (
    <Stack gap="md">
      <Text size="md">{words.made.once}</Text>
      <div className={classes.value}>
        <Code className={classes.code}>{made.key}</Code>
        <CopyButton text={made.key} label={words.made.copy} />
      </div>
      <Text size="sm" fw={600}>
        {words.made.try}
      </Text>
      <div className={classes.block}>
        <pre className={classes.pre}>{curl}</pre>
        <CopyButton text={curl} label={words.made.copyCurl} />
      </div>
      <Group justify="flex-end">
        <Button onClick={onDone}>{words.made.done}</Button>
      </Group>
    </Stack>
  );
}
