import { Anchor, Button, SegmentedControl, Textarea } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type DragEvent, type FormEvent, useRef, useState } from 'react';
import { useQueryValue } from '../../address.ts';
import { useBrand } from '../../brand.tsx';
import { Section } from '../../parts/section.tsx';
import { words } from '../../words/import.ts';
import classes from './import.module.css';
import { downloadSample } from './sample.ts';
import { openSource, pasted, type Source } from './source.ts';

type Given = { onSource: (source: Source) => void };

/** Where the answers come from: a file that is dropped or chosen, or a text that is pasted. */
export function Choose({ onSource }: Given) {
  const [way, setWay] = useQueryValue('from');
  const [problem, setProblem] = useState('');
  const take = async (file: File) => {
    setProblem('');
    try {
      onSource(await openSource(file));
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const isPaste = way === 'paste';
  return (
    <Section>
      <div className={classes.choose}>
        <SegmentedControl
          className={classes.ways}
          aria-label={words.source.ways}
          value={isPaste ? 'paste' : 'file'}
          onChange={(value) => setWay(value === 'paste' ? 'paste' : '')}
          data={[
            { value: 'file', label: words.source.file },
            { value: 'paste', label: words.source.paste },
          ]}
        />
        {isPaste ? (
          <Paste onFile={take} problem={problem} />
        ) : (
          <Drop onFile={take} problem={problem} onProblem={setProblem} />
        )}
        <Samples />
      </div>
    </Section>
  );
}

type WayGiven = { onFile: (file: File) => void; problem: string };

function Drop({ onFile, problem, onProblem }: WayGiven & { onProblem: (problem: string) => void }) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const takeFirst = (files: FileList | null) => {
    const [file, more] = files ?? [];
    if (more) onProblem(words.source.many);
    else if (file) onFile(file);
  };
  const over = (isNow: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isNow);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button inside does the same
    <div
      className={classes.drop}
      data-over={isOver}
      onDragEnter={over(true)}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        takeFirst(event.dataTransfer.files);
      }}
    >
      <IconFileImport size={28} stroke={1.5} aria-hidden />
      <p className={classes.dropTitle}>{words.source.drop}</p>
      <p className={classes.hint}>{words.source.dropHint}</p>
      <Button onClick={() => input.current?.click()}>{words.source.choose}</Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words.source.choose}
        accept=".jsonl,.ndjson,.csv,.gz,.txt,.json"
        onChange={(event) => {
          takeFirst(event.currentTarget.files);
          // The same file may be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <p role="alert" className={classes.problem}>
        {problem}
      </p>
    </div>
  );
}

function Paste({ onFile, problem }: WayGiven) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFile(pasted(text));
  };
  return (
    <form onSubmit={submit} className={classes.paste}>
      <Textarea
        label={words.source.pasteLabel}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={problem}
        minRows={10}
        maxRows={20}
        autosize
        spellCheck={false}
        classNames={{ input: classes.code ?? '' }}
      />
      <Button type="submit" disabled={text.trim() === ''}>
        {words.source.read}
      </Button>
    </form>
  );
}

function Samples() {
  const { name } = useBrand();
  const link = (format: 'jsonl' | 'csv', label: string) => (
    <Anchor component="button" type="button" size="sm" onClick={() => downloadSample(name, format)}>
      {label}
    </Anchor>
  );
  return (
    <p className={classes.samples}>
      {words.source.sample} {link('jsonl', words.source.sampleJsonl)} {link('csv', words.source.sampleCsv)}
    </p>
  );
}
