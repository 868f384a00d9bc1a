import { Button, Group, Stack, TagsInput, type TagsInputProps, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useChange } from '../../api.ts';
import { type Brand, useBrand } from '../../brand.tsx';
import { ApiButton } from '../../parts/api-button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { ReadingProgress } from '../../parts/reading-progress.tsx';
import { PageTitle, Section } from '../../parts/section.tsx';
import { useSession } from '../../session.tsx';
import { words } from '../../words/settings.ts';

/** What counts as a mention of the brand, how far re-reading is, and its end. */
export default function Settings() {
  const brand = useBrand();
  const { may } = useSession();
  const { id, name, domain, aliases, exclude } = brand;
  return (
    <>
      <PageTitle
        title={words.title}
        text={words.text}
        actions={<ApiButton name="updateBrand" input={{ brand_id: id, name, domain, aliases, exclude }} />}
      />
      <ReadingProgress />
      <Section title={words.names}>
        <Names key={id} brand={brand} />
      </Section>
      {may('deleteBrand') && <Deletion brand={brand} />}
    </>
  );
}

const settingsOf = ({ name, domain, aliases, exclude }: Brand) => ({ name, domain, aliases, exclude });
const isSame = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

const sending = (send: () => Promise<void>) => (event: FormEvent) => {
  event.preventDefault();
  void send();
};

const ADDRESS = { inputMode: 'url', autoCapitalize: 'off', spellCheck: false } as const;

/** Texts of a list; one that was typed and not ended with Enter counts as well. */
function Phrases(given: TagsInputProps) {
  return <TagsInput {...given} acceptValueOnBlur />;
}

function Names({ brand }: { brand: Brand }) {
  const { may } = useSession();
  const isReadOnly = !may('updateBrand');
  const [given, setGiven] = useState(() => settingsOf(brand));
  const update = useChange('updateBrand', { done: words.saved, quiet: true });
  const hasChanged = !isSame(given, settingsOf(brand));
  const of = (field: string) => (update.problem?.field === field ? update.problem.message : undefined);
  const save = async () => {
    const answer = await update.change({ brand_id: brand.id, ...given });
    if (answer) setGiven(settingsOf(answer.brand));
  };
  return (
    <form onSubmit={sending(save)} noValidate>
      <Stack gap="md" maw={640}>
        <TextInput
          label={words.name}
          description={words.nameHint}
          value={given.name}
          onChange={(event) => setGiven({ ...given, name: event.currentTarget.value })}
          error={of('name') ?? of('Brand name')}
          readOnly={isReadOnly}
          required
        />
        <TextInput
          label={words.domain}
          description={words.domainHint}
          value={given.domain}
          onChange={(event) => setGiven({ ...given, domain: event.currentTarget.value })}
          error={of('domain')}
          readOnly={isReadOnly}
          {...ADDRESS}
        />
        <Phrases
          label={words.aliases}
          description={words.aliasesHint}
          value={given.aliases}
          onChange={(aliases) => setGiven({ ...given, aliases })}
          error={of('aliases') ?? of('each of aliases')}
          readOnly={isReadOnly}
        />
        <Phrases
          label={words.exclude}
          description={words.excludeHint}
          value={given.exclude}
          onChange={(exclude) => setGiven({ ...given, exclude })}
          error={of('exclude') ?? of('each of exclude')}
          readOnly={isReadOnly}
        />
        {isReadOnly ? (
          <Text c="dimmed">{words.viewer}</Text>
        ) : (
          <SaveBar
            hasChanged={hasChanged}
            isBusy={update.isBusy}
            onReset={() => setGiven(settingsOf(brand))}
          />
        )}
      </Stack>
    </form>
  );
}

type SaveGiven = { hasChanged: boolean; isBusy: boolean; onReset: () => void };

function SaveBar({ hasChanged, isBusy, onReset }: SaveGiven) {
  return (
    <Group gap="xs">
      <Button type="submit" disabled={!hasChanged} loading={isBusy}>
        {hasChanged ? words.save : words.unchanged}
      </Button>
      {hasChanged && (
        <Button variant="default" onClick={onReset}>
          {words.reset}
        </Button>
      )}
    </Group>
  );
}

function Deletion({ brand }: { brand: Brand }) {
  const [isAsking, setAsking] = useState(false);
  const [, go] = useLocation();
  const remove = useChange('deleteBrand', { done: words.removed });
  const confirm = async () => {
    if (await remove.change({ brand_id: brand.id })) go('/');
  };
  const text = words.dangerText(brand.reading.total);
  return (
    <Section title={words.danger} text={text}>
      <Button color="red" variant="light" onClick={() => setAsking(true)}>
        {words.remove}
      </Button>
      <Confirm
        opened={isAsking}
        title={words.removeTitle(brand.name)}
        text={text}
        name={brand.name}
        isBusy={remove.isBusy}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
    </Section>
  );
}
