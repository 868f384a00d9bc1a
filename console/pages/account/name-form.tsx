import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { words } from '../../words/account.ts';

type Given = {
  label: string;
  hint: string;
  /** As it is stored. */
  name: string;
  isReadOnly?: boolean;
  isBusy: boolean;
  problem: string | undefined;
  onSave: (name: string) => void;
};

/** One name with a button that saves it. */
export function NameForm({ label, hint, name, isReadOnly = false, isBusy, problem, onSave }: Given) {
  const [given, setGiven] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(given);
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label={label}
        description={hint}
        value={given}
        onChange={(event) => setGiven(event.currentTarget.value)}
        error={problem}
        readOnly={isReadOnly}
        maw={400}
      />
      {!isReadOnly && (
        <Group mt="sm">
          <Button type="submit" disabled={given === name} loading={isBusy}>
            {words.save}
          </Button>
        </Group>
      )}
    </form>
  );
}
