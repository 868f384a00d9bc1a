import { Select, TextInput } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { FIELDS, type Field, NEEDED } from '../../../contract/import-file/csv-columns.ts';
import { knownAgents } from '../../agents.ts';
import { Section } from '../../parts/section.tsx';
import { words } from '../../words/import.ts';
import classes from './import.module.css';
import type { FirstCells, Mapping } from './source.ts';

type Given = { cells: FirstCells; mapping: Mapping; onChange: (mapping: Mapping) => void };

const choices = FIELDS.map((value) => ({ value, label: words.fields.names[value] }));

/** What each column holds, and what is given for all rows where no column holds it. */
export function ColumnMapping({ cells, mapping, onChange }: Given) {
  const { header, rows } = cells;
  // A field is held by one column: choosing it elsewhere takes it away here.
  const choose = (at: number, field: Field | null) =>
    onChange({
      ...mapping,
      columns: mapping.columns.map((now, place) => (place === at ? field : now === field ? null : now)),
    });
  return (
    <Section title={words.mapping.title} text={words.mapping.text(rows.length)}>
      <ul className={classes.columns}>
        {header.map((name, at) => {
          const title = name.trim() || words.mapping.unnamed(at + 1);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are, and may share a name
            <li key={at} className={classes.column}>
              <div className={classes.columnText}>
                <strong>{title}</strong>
                <span>{valuesOf(rows, at)}</span>
              </div>
              <IconArrowRight size={16} stroke={1.6} aria-hidden />
              <Select
                size="xs"
                aria-label={words.mapping.choose(title)}
                data={choices}
                value={mapping.columns[at] ?? null}
                placeholder={words.mapping.leftOut}
                onChange={(field) => choose(at, field as Field | null)}
                clearable
              />
            </li>
          );
        })}
      </ul>
      <Missing mapping={mapping} onChange={onChange} />
    </Section>
  );
}

const SHORT = 90;

function valuesOf(rows: FirstCells['rows'], at: number): string {
  const values = rows.map((row) => (row[at] ?? '').trim().replaceAll(/\s+/g, ' ')).filter(Boolean);
  return values.map((value) => (value.length > SHORT ? `${value.slice(0, SHORT)}…` : value)).join(' · ');
}

/** Needed fields that no column holds: all but the answer itself may be the same in every row. */
function Missing({ mapping, onChange }: Omit<Given, 'cells'>) {
  const missing = NEEDED.filter((field) => !mapping.columns.includes(field));
  if (missing.length === 0) return null;
  const set = (field: Field, value: string) =>
    onChange({ ...mapping, same: { ...mapping.same, [field]: value.trim() === '' ? undefined : value } });
  return (
    <div className={classes.missing}>
      <h3>{words.mapping.missing}</h3>
      <p className={classes.hint}>{words.mapping.missingText}</p>
      <div className={classes.same}>
        {missing.map((field) =>
          field === 'answer' ? (
            <p key={field} className={classes.problem}>
              {words.mapping.needsAnswer}
            </p>
          ) : (
            <TextInput
              key={field}
              size="xs"
              label={words.mapping.same(words.fields.names[field])}
              type={field === 'answered_at' ? 'date' : 'text'}
              value={mapping.same[field] ?? ''}
              onChange={(event) => set(field, event.currentTarget.value)}
              {...(field === 'agent' && { list: 'known-agents', placeholder: 'chatgpt' })}
            />
          ),
        )}
      </div>
      <datalist id="known-agents">
        {knownAgents.map((agent) => (
          <option key={agent} value={agent} />
        ))}
      </datalist>
    </div>
  );
}
