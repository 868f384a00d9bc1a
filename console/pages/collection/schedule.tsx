import { Input, Select } from '@mantine/core';
import { useMemo } from 'react';
import { words } from '../../words/collection.ts';
import { type Draft, type Edit, MOST_SAMPLES, MOST_TIMES } from './draft.ts';
import { FormPart } from './form-part.tsx';
import { clockHour, countries, languages, timeZones } from './places.ts';
import classes from './plan.module.css';

type Given = { draft: Draft; edit: Edit; error: (field: keyof Draft) => string | undefined };

const numbers = (most: number) => Array.from({ length: most }, (_, at) => String(at + 1));
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: clockHour(hour) }));

/** When agents are asked, how often each prompt, and as somebody where. */
export function Schedule({ draft, edit, error }: Given) {
  const { per, times } = draft;
  const zones = useMemo(() => timeZones(draft.time_zone), [draft.time_zone]);
  return (
    <FormPart title={words.plan.schedule}>
      <div className={classes.fields}>
        <Often {...{ draft, edit, error }} />
        <Select
          label={per === 'day' && times > 1 ? words.plan.hour : words.plan.hourOfWeek}
          data={HOURS}
          value={String(draft.hour)}
          onChange={(value) => edit({ hour: Number(value) })}
          error={error('hour')}
          allowDeselect={false}
        />
        <Select
          label={words.plan.zone}
          data={zones}
          value={draft.time_zone}
          onChange={(value) => value && edit({ time_zone: value })}
          error={error('time_zone')}
          searchable
          allowDeselect={false}
        />
      </div>
      {times > 1 && <p className={classes.hint}>{per === 'day' ? words.plan.spread : words.plan.weekdays}</p>}
      <Places {...{ draft, edit, error }} />
    </FormPart>
  );
}

/** `4` `times a day`: two fields that read as one. */
function Often({ draft: { per, times }, edit, error }: Given) {
  return (
    <Input.Wrapper
      className={classes.often}
      label={words.plan.often}
      labelElement="div"
      error={error('times') ?? error('per')}
    >
      <div className={classes.pair}>
        <Select
          aria-label={words.plan.times}
          data={numbers(MOST_TIMES[per])}
          value={String(times)}
          onChange={(value) => edit({ times: Number(value) })}
          allowDeselect={false}
        />
        <Select
          aria-label={words.plan.per}
          data={[
            { value: 'day', label: words.plan.day(times) },
            { value: 'week', label: words.plan.week(times) },
          ]}
          value={per}
          onChange={(value) => {
            const next = value === 'day' ? 'day' : 'week';
            edit({ per: next, times: Math.min(times, MOST_TIMES[next]) });
          }}
          allowDeselect={false}
        />
      </div>
    </Input.Wrapper>
  );
}

function Places({ draft, edit, error }: Given) {
  return (
    <div className={classes.fields}>
      <Select
        label={words.plan.samples}
        data={numbers(MOST_SAMPLES)}
        value={String(draft.samples)}
        onChange={(value) => edit({ samples: Number(value) })}
        error={error('samples')}
        allowDeselect={false}
      />
      <Select
        label={words.plan.country}
        data={countries()}
        value={draft.country || null}
        placeholder={words.plan.anywhere}
        onChange={(value) => edit({ country: value ?? '' })}
        error={error('country')}
        searchable
        clearable
      />
      <Select
        label={words.plan.language}
        data={languages()}
        value={draft.language || null}
        placeholder={words.plan.anywhere}
        onChange={(value) => edit({ language: value ?? '' })}
        error={error('language')}
        searchable
        clearable
      />
      <p className={classes.hint}>
        {draft.samples > 1 && `${words.plan.samplesHint} `}
        {words.plan.placeHint}
      </p>
    </div>
  );
}
