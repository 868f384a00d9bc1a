import { NumberInput } from '@mantine/core';
import { words } from '../../words/collection.ts';
import type { Draft, Edit } from './draft.ts';
import { FormPart } from './form-part.tsx';
import classes from './plan.module.css';

type Given = { draft: Draft; edit: Edit; error: (field: keyof Draft) => string | undefined };

const FIELDS = [
  ['monthly_limit_usd', words.plan.limit],
  ['account_monthly_limit_usd', words.plan.accountLimit],
] as const;

/** What a month may cost: of the brand, and of the whole account. An empty field is no limit. */
export function Limits({ draft, edit, error }: Given) {
  return (
    <FormPart title={words.plan.limits} text={words.plan.limitsText}>
      <div className={classes.fields}>
        {FIELDS.map(([field, label]) => (
          <NumberInput
            key={field}
            label={label}
            id={field}
            value={draft[field] ?? ''}
            onChange={(value) => edit({ [field]: value === '' ? null : Number(value) })}
            placeholder={words.plan.noLimit}
            prefix="$"
            thousandSeparator=","
            decimalScale={2}
            min={0}
            max={1_000_000}
            error={error(field)}
            hideControls
          />
        ))}
      </div>
    </FormPart>
  );
}
