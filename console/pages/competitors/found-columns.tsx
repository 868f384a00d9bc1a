import { ActionIcon, Button, Kbd, Menu, Tooltip } from '@mantine/core';
import { IconArrowMerge, IconDots, IconEyeOff, IconFileSearch, IconPencilPlus } from '@tabler/icons-react';
import { count, day } from '../../format.ts';
import { Bar } from '../../parts/bar.tsx';
import { Pill } from '../../parts/pill.tsx';
import type { Column } from '../../parts/table-column.ts';
import { words } from '../../words/competitors.ts';
import { useActions } from './actions-context.ts';
import classes from './competitors.module.css';
import type { Found } from './rivals.ts';

const say = words.found;

/** A share in percent; of one that is rounded to nothing there is something still. */
export const percent = (value: number) => (value === 0 ? say.under : count(value));

function seen(key: 'first' | 'last'): Column<Found> {
  return {
    key,
    title: say[key],
    align: 'end',
    width: 132,
    onPhone: false,
    value: (row) => row[key],
    cell: (row) => <span className={classes.dim}>{row[key] && day(row[key])}</span>,
  };
}

const facts: readonly Column<Found>[] = [
  { key: 'name', title: say.name, value: ({ name }) => name, cell: (row) => <Name found={row} /> },
  {
    key: 'visibility',
    title: say.visibility,
    hint: say.visibilityHint,
    align: 'end',
    width: 168,
    phoneWidth: 76,
    value: ({ visibility }) => visibility,
    cell: ({ visibility }) => (
      <span className={classes.measure}>
        <span className={classes.meter}>
          <Bar value={visibility} color="var(--line-strong)" />
        </span>
        <span className={classes.percent}>
          {percent(visibility)}
          <span className={classes.unit}>%</span>
        </span>
      </span>
    ),
  },
  {
    key: 'answers',
    title: say.answers,
    hint: say.answersHint,
    align: 'end',
    width: 96,
    onPhone: false,
    value: ({ answers }) => answers,
    cell: ({ answers }) => count(answers),
  },
  seen('first'),
  seen('last'),
];

const controls: Column<Found> = {
  key: 'controls',
  title: say.track,
  align: 'end',
  width: 140,
  phoneWidth: 120,
  sortable: false,
  isControls: true,
  value: () => null,
  cell: (row) => <Controls found={row} />,
};

/** The columns of found names; those who may only look see no buttons. */
export const foundColumns = (mayChange: boolean): readonly Column<Found>[] =>
  mayChange ? [...facts, controls] : facts;

function Name({ found: { name, domain, isNew } }: { found: Found }) {
  return (
    <span className={classes.who}>
      <span className={classes.name} title={name}>
        {name}
      </span>
      {isNew && (
        <Tooltip label={say.newHint}>
          <span className={classes.badge}>
            <Pill tone="accent">{say.isNew}</Pill>
          </span>
        </Tooltip>
      )}
      <span className={classes.domain}>{domain}</span>
    </span>
  );
}

function Controls({ found: { name } }: { found: Found }) {
  const { track } = useActions();
  return (
    <span className={classes.buttons}>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={say.trackName(name)}
        title={`${say.trackName(name)} (t)`}
        onClick={() => void track([name])}
      >
        {say.track}
      </Button>
      <More name={name} />
    </span>
  );
}

function More({ name }: { name: string }) {
  const { edit, askMerge, dismiss, show } = useActions();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" className={classes.more} aria-label={say.more(name)}>
          <IconDots size={16} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <Menu.Item leftSection={<IconFileSearch size={15} stroke={1.7} />} onClick={() => show(name)}>
          {say.evidence}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencilPlus size={15} stroke={1.7} />} onClick={() => edit(name)}>
          {say.trackWith}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowMerge size={15} stroke={1.7} />}
          rightSection={<Kbd size="xs">m</Kbd>}
          onClick={() => askMerge(name)}
        >
          {say.merge}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconEyeOff size={15} stroke={1.7} />}
          rightSection={<Kbd size="xs">d</Kbd>}
          onClick={() => void dismiss([name])}
        >
          {say.dismiss}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
