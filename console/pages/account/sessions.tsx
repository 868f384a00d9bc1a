import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Out, problemOf, useCall, useChange, useOperation } from '../../api.ts';
import { ago, dateTime } from '../../format.ts';
import { say } from '../../notify.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Section } from '../../parts/section.tsx';
import type { Column } from '../../parts/table-column.ts';
import { words as all } from '../../words/account.ts';
import classes from './account.module.css';
import { deviceOf } from './device.ts';

const words = all.sessions;
type Session = Out<'sessions'>['sessions'][number];

const columns: Column<Session>[] = [
  {
    key: 'device',
    title: words.device,
    value: (row) => deviceOf(row.user_agent),
    cell: (row) => (
      <span className={classes.name} title={row.user_agent}>
        <span>{deviceOf(row.user_agent)}</span>
        {row.current && <Pill tone="accent">{words.here}</Pill>}
      </span>
    ),
  },
  { key: 'address', title: words.address, value: (row) => row.ip_address, width: 200, onPhone: false },
  {
    key: 'seen',
    title: words.lastSeen,
    value: (row) => row.last_seen_at,
    cell: (row) => <span title={dateTime(row.last_seen_at)}>{ago(row.last_seen_at)}</span>,
    width: 140,
    phoneWidth: 120,
  },
  {
    key: 'since',
    title: words.since,
    value: (row) => row.created_at,
    cell: (row) => <span title={dateTime(row.created_at)}>{ago(row.created_at)}</span>,
    width: 140,
    onPhone: false,
  },
];

/** Where the person is signed in, and the ways out. */
export function Sessions() {
  const { data, problem, retry } = useOperation('sessions', {});
  const others = useChange('signOutEverywhere', { done: words.othersDone });
  const [isAsking, setAsking] = useState(false);
  const actions = (
    <>
      {(data?.sessions.length ?? 0) > 1 && (
        <Button
          size="xs"
          variant="default"
          loading={others.isBusy}
          onClick={() => void others.change({ others_only: true })}
        >
          {words.others}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {words.all}
      </Button>
    </>
  );
  return (
    <Section title={words.title} text={words.text} actions={actions} flush>
      <Problem problem={problem} retry={retry} hasOld={data !== undefined} />
      <DataTable
        name="sessions"
        rows={data?.sessions}
        columns={columns}
        rowKey={(row) => row.id}
        searchable={(data?.sessions.length ?? 0) > 8}
      />
      <Everywhere opened={isAsking} onClose={() => setAsking(false)} />
    </Section>
  );
}

function Everywhere({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const call = useCall();
  const queries = useQueryClient();
  const confirm = async () => {
    try {
      await call('signOutEverywhere', {});
    } catch (error) {
      return say.problem(problemOf(error));
    }
    // Nothing of the session stays in memory.
    queries.clear();
    location.assign('/sign-in');
  };
  return (
    <Confirm
      opened={opened}
      title={words.allTitle}
      text={words.allText}
      action={words.all}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
