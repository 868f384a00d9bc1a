import { Button, FileButton } from '@mantine/core';
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { words } from '../../../words/prompts.ts';
import classes from './add.module.css';
import { type PromptFile, readPromptFile } from './file.ts';

const { form } = words;

type Given = { file: PromptFile | null; onRead: (file: PromptFile) => void };

/** A place to drop a CSV file at, or to choose one from. */
export function FilePicker({ file, onRead }: Given) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const read = async (chosen: File | null | undefined) => {
    if (!chosen) return;
    try {
      const found = await readPromptFile(chosen);
      setProblem(found.drafts.length === 0 ? form.noRows : null);
      onRead(found);
    } catch (error) {
      setProblem(form.notRead(error instanceof Error ? error.message : String(error)));
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className={classes.fileName}>
        {file && <IconFileSpreadsheet size={16} stroke={1.7} aria-hidden />}
        {file?.name ?? form.drop}
      </span>
      <FileButton accept=".csv,text/csv,text/plain" onChange={(chosen) => void read(chosen)}>
        {(props) => (
          <Button {...props} variant="default" size="xs" leftSection={<IconUpload size={14} />}>
            {file ? form.other : form.choose}
          </Button>
        )}
      </FileButton>
      <p className={classes.hint}>{form.fileHint}</p>
      {problem && (
        <p className={classes.bad} role="alert">
          {problem}
        </p>
      )}
      {file && !file.hasHeader && file.drafts.length > 0 && <p className={classes.hint}>{form.noHeader}</p>}
    </div>
  );
}
