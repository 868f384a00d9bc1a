import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { Problem as What } from '../api.ts';
import { words } from '../words.ts';
import classes from './problem.module.css';

type Given = {
  problem: What | null;
  retry?: () => void;
  /** True where old content is still on screen below. */
  hasOld?: boolean;
  /** In the middle of an otherwise empty page. */
  page?: boolean;
};

/** An error with its reason and a retry; nothing while there is none. Old content stays beside it. */
export function Problem({ problem, retry, hasOld = false, page = false }: Given) {
  if (problem === null) return null;
  return (
    <div className={page ? classes.page : undefined}>
      <div className={classes.problem} role="alert">
        <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
        <div className={classes.text}>
          <strong>{words.problems.notLoaded}</strong>
          <span>
            {problem.message}
            {hasOld && ` ${words.problems.old}`}
          </span>
        </div>
        {retry && (
          <Button variant="default" size="xs" onClick={retry} leftSection={<IconRefresh size={14} />}>
            {words.problems.retry}
          </Button>
        )}
      </div>
    </div>
  );
}
