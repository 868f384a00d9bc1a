// Tags of one prompt or of many: a box is on when all have the tag, half when some do.
import { Button, Checkbox, Group, Modal, ScrollArea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { words } from '../../words/prompts.ts';
import classes from './prompts.module.css';
import type { Prompt } from './rows.ts';
import { tagsOf } from './tag-filter.tsx';
import { changeOf, useTagging } from './tagging.ts';

const say = words.tagForm;
const LONGEST = 100;

type Given = {
  brandId: number;
  /** The prompts whose tags are edited; none when closed. */
  rows: readonly Prompt[];
  all: readonly Prompt[];
  onClose: () => void;
};

/** The dialog. */
export function TagEditor({ rows, onClose, ...given }: Given) {
  const [first] = rows;
  const title = rows.length === 1 ? say.one : say.many(rows.length);
  return (
    <Modal opened={rows.length > 0} onClose={onClose} title={title}>
      {rows.length === 1 && <p className={classes.about}>{first?.prompt}</p>}
      <Editor key={rows.map(({ id }) => id).join()} rows={rows} onClose={onClose} {...given} />
    </Modal>
  );
}

function Editor({ brandId, rows, all, onClose }: Given) {
  const [wanted, setWanted] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [text, setText] = useState('');
  const tag = useTagging(brandId);
  const having = new Map(tagsOf(rows).map(({ tag, prompts }) => [tag, prompts]));
  const known = [...new Set([...wanted.keys(), ...having.keys(), ...tagsOf(all).map(({ tag }) => tag)])];
  const typed = text.trim();
  const isLong = [...typed].length > LONGEST;
  const shown = known.filter((tag) => tag.toLowerCase().includes(typed.toLowerCase()));
  const isNew = typed !== '' && !isLong && !known.includes(typed);
  const set = (tag: string, isOn: boolean) => setWanted(new Map(wanted).set(tag, isOn));
  const stateOf = (tag: string) => {
    const now = having.get(tag) ?? 0;
    const wish = wanted.get(tag);
    return { isOn: wish ?? now === rows.length, isSome: wish === undefined && now > 0 && now < rows.length };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isLong) return;
    if (typed !== '') {
      const exact = known.includes(typed) ? typed : isNew ? typed : shown[0];
      if (exact) set(exact, true);
      setText('');
      return;
    }
    void tag(rows, changeOf(wanted, having, rows.length));
    onClose();
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        label={say.find}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={isLong && say.long}
        data-autofocus
        autoComplete="off"
      />
      <ScrollArea.Autosize mah={280} scrollbarSize={6} my={12}>
        <fieldset className={classes.editor} aria-label={words.tags}>
          {isNew && (
            <Button variant="subtle" size="xs" type="submit" justify="flex-start">
              {say.create(typed)}
            </Button>
          )}
          {known.length === 0 && !isNew && <p className={classes.note}>{say.none}</p>}
          {shown.map((tag) => {
            const { isOn, isSome } = stateOf(tag);
            return (
              // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
              <label key={tag} className={classes.option}>
                <Checkbox
                  size="xs"
                  checked={isOn}
                  indeterminate={isSome}
                  aria-label={isSome ? `${tag}, ${say.some}` : tag}
                  onChange={() => set(tag, !isOn)}
                />
                <span style={{ flex: 1 }}>{tag}</span>
              </label>
            );
          })}
        </fieldset>
      </ScrollArea.Autosize>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {say.cancel}
        </Button>
        <Button type="submit">{say.save}</Button>
      </Group>
    </form>
  );
}
