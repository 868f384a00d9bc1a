import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { useChange } from '../../api.ts';
import { type Brand, useBrand } from '../../brand.tsx';
import { say } from '../../notify.ts';
import { useSession } from '../../session.tsx';
import { words } from '../../words/competitors.ts';
import { useActions } from './actions.tsx';
import { isFound, type Listed } from './rivals.ts';

const tell = words.merge;
const MOST_OFFERED = 60;
const BRAND = 'brand';

type Given = { name: string | null; listed: readonly Listed[]; onClose: () => void };

/** Asks of whom a found name is another spelling. */
export function Merge({ name, listed, onClose }: Given) {
  return (
    <Modal opened={name !== null} onClose={onClose} title={tell.title(name ?? '')}>
      {name !== null && <Form name={name} listed={listed} onClose={onClose} />}
    </Modal>
  );
}

function Form({ name, listed, onClose }: Given & { name: string }) {
  const brand = useBrand();
  const { may } = useSession();
  const [chosen, choose] = useState<string | null>(null);
  const merging = useMerging(name, listed, brand);
  const options = useMemo(
    () => optionsOf(name, listed, may('updateBrand') ? brand : undefined),
    [name, listed, brand, may],
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (chosen === null) return;
    await merging.merge(chosen);
    onClose();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text size="md">{tell.text(name)}</Text>
        <Select
          label={tell.into}
          placeholder={tell.placeholder}
          nothingFoundMessage={tell.none}
          data={options}
          value={chosen}
          onChange={choose}
          limit={MOST_OFFERED}
          searchable
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {tell.cancel}
          </Button>
          <Button type="submit" disabled={chosen === null} loading={merging.isBusy}>
            {tell.merge}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function optionsOf(name: string, listed: readonly Listed[], brand: Brand | undefined) {
  const option = (one: Listed) => ({ value: String(one.id), label: one.name });
  const others = listed.filter((one) => one.name !== name);
  return [
    { group: tell.tracked, items: others.filter(({ tracked }) => tracked).map(option) },
    ...(brand ? [{ group: tell.brand, items: [{ value: BRAND, label: brand.name }] }] : []),
    { group: tell.found, items: others.filter(isFound).map(option) },
  ].filter(({ items }) => items.length > 0);
}

/** A spelling of a competitor is merged; one of the brand itself becomes its alias. */
function useMerging(name: string, listed: readonly Listed[], brand: Brand) {
  const { merge, progress } = useActions();
  const update = useChange('updateBrand');
  return {
    isBusy: update.isBusy || progress !== null,
    merge: async (chosen: string) => {
      if (chosen !== BRAND) {
        const into = listed.find(({ id }) => String(id) === chosen);
        return into ? merge(name, into.name) : undefined;
      }
      const done = await update.change({ brand_id: brand.id, aliases: [...brand.aliases, name] });
      if (done) say.done(words.done.alias(name, brand.name));
    },
  };
}
