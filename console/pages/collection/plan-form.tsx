import { Button, Switch } from '@mantine/core';
import type { FormEvent } from 'react';
import { useChange } from '../../api.ts';
import { ago, dateTime } from '../../format.ts';
import { Section } from '../../parts/section.tsx';
import { useSession } from '../../session.tsx';
import { words } from '../../words/collection.ts';
import { type Changes, type Draft, type Edit, fieldOf, type Planned } from './draft.ts';
import { Limits } from './limits.tsx';
import classes from './plan.module.css';
import { PlanAgents } from './plan-agents.tsx';
import { Schedule } from './schedule.tsx';
import type { Tried } from './tried.ts';

export type Editing = {
  draft: Draft;
  edit: Edit;
  changes: Changes;
  discard: () => void;
};

type Given = Editing & { stored: Planned; tried: Tried; onSetKey: () => void };

/** The plan: who is asked, when, where, and for how much. */
export function PlanForm({ draft, edit, changes, discard, stored, tried, onSetKey }: Given) {
  const { may } = useSession();
  const save = useChange('updatePlan', { done: words.plan.saved, quiet: true });
  const isDirty = Object.keys(changes).length > 0;
  const isEmpty = !draft.all_agents && draft.agents.length === 0;
  const problem = save.problem?.status === 400 || !save.problem ? tried.problem : save.problem;
  const field = fieldOf(problem);
  const error = (name: keyof Draft) => (field === name ? problem?.message : undefined);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isDirty || isEmpty) return;
    if (await save.change({ brand_id: stored.plan.brand_id, ...changes })) discard();
  };
  return (
    <Section title={words.plan.title} {...(!may('updatePlan') && { text: words.plan.viewer })}>
      <form onSubmit={submit} noValidate>
        <fieldset className={classes.plan} disabled={!may('updatePlan')}>
          <legend className="hidden-text">{words.plan.title}</legend>
          <Active draft={draft} edit={edit} planned={tried.shown} isDirty={isDirty} />
          <PlanAgents {...{ draft, edit, stored, tried, onSetKey }} error={error('agents')} />
          <Schedule {...{ draft, edit, error }} />
          <Limits {...{ draft, edit, error }} />
        </fieldset>
        {may('updatePlan') && (
          <div className={classes.save} data-dirty={isDirty}>
            <p role="alert" className={classes.problem}>
              {isEmpty ? words.plan.none : !field && problem?.message}
            </p>
            <Button variant="default" onClick={discard} disabled={!isDirty}>
              {words.plan.discard}
            </Button>
            <Button type="submit" disabled={!isDirty || isEmpty} loading={save.isBusy}>
              {words.plan.save}
            </Button>
          </div>
        )}
      </form>
    </Section>
  );
}

type ActiveGiven = { draft: Draft; edit: Edit; planned: Planned; isDirty: boolean };

function Active({ draft, edit, planned: { next_at: next }, isDirty }: ActiveGiven) {
  const isOn = draft.active === 'Y';
  return (
    <div className={classes.active}>
      <Switch
        size="md"
        label={words.plan.active}
        description={isOn && next ? words.plan.next(ago(next), dateTime(next)) : words.plan.isOff}
        checked={isOn}
        onChange={(event) => edit({ active: event.currentTarget.checked ? 'Y' : 'N' })}
      />
      {isDirty && <span className={classes.unsaved}>{words.plan.isTried}</span>}
    </div>
  );
}
