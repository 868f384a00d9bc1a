import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useMemo, useState } from 'react';
import { useChange } from '../../api.ts';
import { type Brand, useBrand } from '../../brand.tsx';
import { say } from '../../notify.ts';
import { useSession } from '../../session.tsx';
import { words } from '../../words/competitors.ts';
import { useActions } from './actions-context.ts';
import classes from './competitors.module.css';
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
  const [text, setText] = useState('');
  const [chosen, choose] = useState<string | null>(null);
  const merging = useMerging(name, listed, brand);
  const groups = useMemo(
    () => groupsOf(name, listed, may('updateBrand') ? brand : undefined),
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
        <TextInput
          label={tell.into}
          placeholder={tell.placeholder}
          leftSection={<IconSearch size={14} stroke={1.8} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        <Targets groups={matching(groups, text)} chosen={chosen} onChoose={choose} />
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

type Target = { value: string; label: string };
type Targets = { group: string; items: readonly Target[] };

function groupsOf(name: string, listed: readonly Listed[], brand: Brand | undefined): Targets[] {
  const target = (one: Listed) => ({ value: String(one.id), label: one.name });
  const others = listed.filter((one) => one.name !== name);
  return [
    { group: tell.tracked, items: others.filter(({ tracked }) => tracked).map(target) },
    { group: tell.brand, items: brand ? [{ value: BRAND, label: brand.name }] : [] },
    { group: tell.found, items: others.filter(isFound).map(target) },
  ];
}

/** What is searched for; of very many, those that were named most often. */
function matching(groups: readonly Targets[], text: string): Targets[] {
  const wanted = text.trim().toLowerCase();
  return groups
    .map(({ group, items }) => ({
      group,
      items: items.filter(({ label }) => label.toLowerCase().includes(wanted)).slice(0, MOST_OFFERED),
    }))
    .filter(({ items }) => items.length > 0);
}

type TargetsGiven = {
  groups: readonly Targets[];
  chosen: string | null;
  onChoose: (value: string) => void;
};

/** Whom it can be merged into. Enter merges. */
function Targets({ groups, chosen, onChoose }: TargetsGiven) {
  if (groups.length === 0) return <p className={classes.noOption}>{tell.none}</p>;
  return (
    <div className={classes.targets}>
      {groups.map(({ group, items }) => (
        <fieldset key={group} className={classes.options}>
          <legend>{group}</legend>
          {items.map(({ value, label }) => (
            <Radio
              key={value}
              name="target"
              size="xs"
              classNames={{ root: classes.option, body: classes.optionBody, label: classes.optionLabel }}
              label={label}
              title={label}
              checked={chosen === value}
              onChange={() => onChoose(value)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
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
