import {
  ActionIcon,
  Button,
  Code,
  Divider,
  Group,
  PasswordInput,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { type Out, useChange, useOperation } from '../../api.ts';
import { type Filters, lengthOf, useFilters } from '../../filters.ts';
import { ago, day, days as printDays } from '../../format.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { words } from '../../words/share.ts';
import classes from './share.module.css';

type Share = Out<'shares'>['shares'][number];

/** What is in the dialog: a new link, or its address, and the links that there are. */
export default function ShareLinks({ brandId }: { brandId: number }) {
  const [link, setLink] = useState<string | null>(null);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {words.text}
      </Text>
      {link === null ? (
        <NewLink brandId={brandId} onMade={setLink} />
      ) : (
        <Made link={link} onAnother={() => setLink(null)} />
      )}
      <Divider />
      <Links brandId={brandId} />
    </Stack>
  );
}

/** Presets stay relative to the day on which the link is opened. */
function sharedFilters(
  { range, agents, tags, compare }: Filters,
  days: { from: string; to: string } | undefined,
) {
  const isPreset = typeof range === 'string';
  const shown = !days ? {} : isPreset ? { days: lengthOf(days) } : { date: days };
  return { ...shown, ai_agent: [...agents], tags: [...tags], compare };
}

function describe({ days, date, ai_agent, tags, compare }: Share['filters']): string {
  const { shows } = words;
  const span = date?.from && date.to ? printDays({ from: date.from, to: date.to }) : shows.all;
  return [
    days === undefined ? span : shows.days(days),
    ai_agent.length > 0 && shows.agents(ai_agent.length),
    tags.length > 0 && shows.tags(tags.length),
    compare && (days !== undefined || date) && shows.compare,
  ]
    .filter(Boolean)
    .join(', ');
}

function NewLink({ brandId, onMade }: { brandId: number; onMade: (link: string) => void }) {
  const { filters, days } = useFilters();
  const [given, setGiven] = useState({ name: '', password: '', expires: '30' });
  const create = useChange('createShare', { quiet: true });
  const shown = sharedFilters(filters, days);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { name, password, expires } = given;
    const answer = await create.change({
      ...{ brand_id: brandId, name, ...shown },
      ...(password !== '' && { password }),
      ...(expires !== '' && { expires_days: Number(expires) }),
    });
    if (answer) onMade(answer.link);
  };
  const problem = create.problem?.message;
  const isPassword = create.problem?.field === 'password';
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={words.form.name}
          description={words.form.nameHint}
          value={given.name}
          onChange={(event) => setGiven({ ...given, name: event.currentTarget.value })}
          error={!isPassword && problem}
          data-autofocus
          required
        />
        <PasswordInput
          label={words.form.password}
          description={words.form.passwordHint}
          value={given.password}
          onChange={(event) => setGiven({ ...given, password: event.currentTarget.value })}
          error={isPassword && problem}
          autoComplete="new-password"
        />
        <Select
          label={words.form.expires}
          data={words.form.expiries}
          value={given.expires}
          onChange={(expires) => setGiven({ ...given, expires: expires ?? '' })}
          allowDeselect={false}
        />
        <Group justify="space-between" gap="xs">
          <Text size="sm">
            {words.form.shows}: {describe(shown)}
          </Text>
          <Button type="submit" loading={create.isBusy}>
            {words.form.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Made({ link, onAnother }: { link: string; onAnother: () => void }) {
  return (
    <Stack gap="xs">
      <Text size="sm">{words.made.text}</Text>
      <div className={classes.made}>
        <Code className={classes.link}>{link}</Code>
        <CopyButton text={link} label={words.made.copy} />
      </div>
      <Group justify="flex-end">
        <Button variant="default" size="xs" onClick={onAnother}>
          {words.made.another}
        </Button>
      </Group>
    </Stack>
  );
}

function Links({ brandId }: { brandId: number }) {
  const { data, problem, retry } = useOperation('shares', { brand_id: brandId });
  const revoke = useChange('deleteShare', { done: words.revoked });
  return (
    <section>
      <h3 className={classes.head}>{words.list}</h3>
      <Problem problem={problem} retry={retry} hasOld={data !== undefined} />
      {data?.shares.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      )}
      <ul className={classes.links}>
        {data?.shares.map((share) => (
          <li key={share.id}>
            <span className={classes.text}>
              <span>{share.name}</span>
              <span className={classes.dim}>{stateOf(share)}</span>
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.revoke(share.name)}
              title={words.revoke(share.name)}
              onClick={() => revoke.change({ share_id: share.id })}
            >
              <IconTrash size={16} stroke={1.7} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateOf({ filters, has_password, expires_at, last_opened_at }: Share): string {
  const isOver = expires_at !== null && Date.parse(expires_at) < Date.now();
  return [
    describe(filters),
    has_password && words.locked,
    expires_at && (isOver ? words.expired : words.expires(day(expires_at))),
    last_opened_at ? words.opened(ago(last_opened_at)) : words.neverOpened,
  ]
    .filter(Boolean)
    .join(' · ');
}
