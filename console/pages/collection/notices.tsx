import { Anchor } from '@mantine/core';
import { IconAlertTriangle, IconClockPause } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Out } from '../../api.ts';
import { connectionLook } from '../../connections.ts';
import { useFilters } from '../../filters.ts';
import { ago } from '../../format.ts';
import { useSession } from '../../session.tsx';
import { words } from '../../words/collection.ts';
import classes from './collection.module.css';
import type { Planned } from './draft.ts';

type Pause = Out<'runs'>['pauses'][number];
type Given = {
  planned: Planned;
  pauses: readonly Pause[];
  onSetKey: (connection?: string) => void;
  onLimits: () => void;
};

/** Why nothing, or not everything, is asked at present, and what to do about it. */
export function Notices({ planned, pauses, onSetKey, onLimits }: Given) {
  const { may } = useSession();
  const { href } = useFilters();
  const { paused, plan, available, active_prompts: prompts } = planned;
  // When every agent waits for one vendor, its own notice says so.
  const isToldBelow = pauses.some(({ message }) => paused?.includes(message));
  const isLimit = paused?.startsWith('The monthly limit') === true;
  return (
    <div className={classes.notices}>
      {prompts === 0 && (
        <Notice
          title={words.notices.noPrompts}
          action={
            <Anchor component={Link} href={href(`/brands/${plan.brand_id}/prompts`)} size="sm">
              {words.notices.toPrompts}
            </Anchor>
          }
        >
          {words.notices.noPromptsText}
        </Notice>
      )}
      {paused && !isToldBelow && (
        <Notice
          title={words.notices.paused}
          action={
            (isLimit && may('updatePlan') && <Action onClick={onLimits}>{words.notices.raise}</Action>) ||
            (available.length === 0 && may('setVendorKey') && (
              <Action onClick={() => onSetKey()}>{words.notices.setKey}</Action>
            ))
          }
        >
          {paused}
        </Notice>
      )}
      {pauses.map((pause) => (
        <PauseNotice key={pause.connection} pause={pause} onSetKey={onSetKey} />
      ))}
    </div>
  );
}

function PauseNotice({ pause, onSetKey }: { pause: Pause; onSetKey: (connection: string) => void }) {
  const { may } = useSession();
  const { connection, failure, message, advice, until } = pause;
  const failed = words.runs.failures[failure];
  return (
    <Notice
      title={`${words.notices.pauses(connectionLook(connection).name)}: ${failed.toLowerCase()}`}
      isPassing={until !== null}
      action={
        failure === 'auth' &&
        may('setVendorKey') && (
          <Action onClick={() => onSetKey(connection)}>{words.notices.replaceKey}</Action>
        )
      }
    >
      {advice} {until !== null && words.notices.until(ago(until))}
      <span className={classes.said}>{message}</span>
    </Notice>
  );
}

function Action({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <Anchor component="button" type="button" size="sm" onClick={onClick}>
      {children}
    </Anchor>
  );
}

type NoticeGiven = { title: string; children: ReactNode; action?: ReactNode; isPassing?: boolean };

function Notice({ title, children, action, isPassing = false }: NoticeGiven) {
  const Icon = isPassing ? IconClockPause : IconAlertTriangle;
  return (
    <div className={classes.notice}>
      <Icon size={18} stroke={1.8} aria-hidden />
      <div className={classes.noticeText}>
        <strong>{title}</strong>
        <span>{children}</span>
      </div>
      {action}
    </div>
  );
}
