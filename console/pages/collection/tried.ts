import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useRef } from 'react';
import { type Problem, useOperation } from '../../api.ts';
import type { Changes, Planned } from './draft.ts';

const REST_MS = 250;

export type Tried = {
  /** The plan as it would be: the stored one while nothing is changed. */
  shown: Planned;
  /** True while a newer one is on its way. */
  isLate: boolean;
  /** Why the service would refuse it. */
  problem: Problem | null;
};

/** What a changed plan would be and cost, asked of the service while somebody works on it. */
export function useTried(stored: Planned, changes: Changes): Tried {
  const now = JSON.stringify(changes);
  const [rested] = useDebouncedValue(now, REST_MS);
  const asked = useMemo(() => JSON.parse(rested) as Changes, [rested]);
  const isDirty = now !== '{}';
  const tried = useOperation(
    'updatePlan',
    { brand_id: stored.plan.brand_id, ...asked, dry_run: true },
    { enabled: isDirty && rested !== '{}' },
  );
  const last = useRef(stored);
  if (!isDirty) last.current = stored;
  else if (tried.data) last.current = tried.data;
  return {
    shown: last.current,
    isLate: isDirty && (now !== rested || tried.data === undefined),
    problem: isDirty && now === rested ? tried.problem : null,
  };
}
