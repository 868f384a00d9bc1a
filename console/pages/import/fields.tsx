import { FIELDS, NEEDED } from '../../../contract/import-file/csv-columns.ts';
import { Section } from '../../parts/section.tsx';
import { words } from '../../words/import.ts';
import classes from './import.module.css';

const isNeeded = (field: string) => NEEDED.some((needed) => needed === field);

/** What a file has to hold, field by field. */
export function Fields() {
  return (
    <Section title={words.fields.title} text={words.fields.text}>
      <dl className={classes.fieldList}>
        {FIELDS.map((field) => (
          <div key={field}>
            <dt>
              <code>{field}</code>
              <span>{isNeeded(field) ? words.fields.needed : words.fields.optional}</span>
            </dt>
            <dd>{words.fields.meanings[field]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
