// Adding prompts: written or pasted, one per line, or from a CSV file; what exists already is shown before.
import {
  Button,
  Checkbox,
  Group,
  Modal,
  Progress,
  SegmentedControl,
  Stack,
  TagsInput,
  Textarea,
} from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { words } from '../../../words/prompts.ts';
import type { PromptRow } from '../rows.ts';
import { tagsOf } from '../tag-filter.tsx';
import classes from './add.module.css';
import { useAdding } from './adding.ts';
import { draftsOfLines, review } from './drafts.ts';
import type { PromptFile } from './file.ts';
import { FilePicker } from './file-picker.tsx';
import { ReviewList, Summary } from './review-list.tsx';

const { form } = words;

type Given = { brandId: number; known: readonly PromptRow[]; onClose: () => void };

/** The dialog; what was written is gone when it is closed. */
export default function AddPrompts(given: Given) {
  return (
    <Modal opened onClose={given.onClose} title={form.title} size={640}>
      <Form {...given} />
    </Modal>
  );
}

type From = 'paste' | 'file';

function Form({ brandId, known, onClose }: Given) {
  const [from, setFrom] = useState<From>('paste');
  const [text, setText] = useState('');
  const [tags, setTags] = useState<string[]>([]);
  const [file, setFile] = useState<PromptFile | null>(null);
  const [alsoKnown, setAlsoKnown] = useState(false);
  const { add, problem, progress } = useAdding(brandId);
  const drafts = useMemo(
    () => (from === 'paste' ? draftsOfLines(text, tags) : (file?.drafts ?? [])),
    [from, text, tags, file],
  );
  const reviewed = useMemo(() => review(drafts, known), [drafts, known]);
  const fresh = reviewed.filter(({ state }) => state === 'fresh').length;
  const taggable = reviewed.filter((one) => one.state === 'known' && one.tags.length > 0).length;
  const tagged = alsoKnown ? taggable : 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (fresh + tagged > 0 && (await add(reviewed, alsoKnown))) onClose();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <SegmentedControl
          value={from}
          onChange={(value) => setFrom(value as From)}
          aria-label={form.title}
          data={[
            { value: 'paste', label: form.paste },
            { value: 'file', label: form.file },
          ]}
        />
        {from === 'paste' ? (
          <Paste {...{ text, setText, tags, setTags }} offered={tagsOf(known).map(({ tag }) => tag)} />
        ) : (
          <FilePicker file={file} onRead={setFile} />
        )}
        <Summary reviewed={reviewed} />
        <ReviewList
          reviewed={from === 'paste' ? reviewed.filter(({ state }) => state !== 'fresh') : reviewed}
          withTags={from === 'file'}
        />
        {taggable > 0 && (
          <Checkbox
            size="sm"
            checked={alsoKnown}
            onChange={(event) => setAlsoKnown(event.currentTarget.checked)}
            label={form.alsoTag(taggable)}
          />
        )}
        {problem && (
          <p className={classes.bad} role="alert">
            {problem.message}
          </p>
        )}
        {progress && <Progress value={(100 * progress.done) / progress.all} aria-label={form.title} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {form.cancel}
          </Button>
          <Button type="submit" disabled={fresh + tagged === 0} loading={progress !== null}>
            {fresh > 0 || tagged === 0 ? form.submit(fresh) : form.tagKnown(tagged)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type PasteGiven = {
  text: string;
  setText: (text: string) => void;
  tags: string[];
  setTags: (tags: string[]) => void;
  offered: string[];
};

function Paste({ text, setText, tags, setTags, offered }: PasteGiven) {
  return (
    <>
      <Textarea
        label={form.lines}
        description={form.linesHint}
        placeholder={form.placeholder}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={5}
        maxRows={12}
        data-autofocus
      />
      <TagsInput
        label={form.tags}
        description={form.tagsHint}
        placeholder={tags.length === 0 ? form.tagPlaceholder : ''}
        data={offered}
        value={tags}
        onChange={setTags}
        splitChars={[',', ';']}
        maxTags={20}
        limit={20}
      />
    </>
  );
}
