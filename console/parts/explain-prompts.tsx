// The prompts of a receipt: what each gave, and what was left out.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Out } from '../api.ts';
import { count, decimal } from '../format.ts';
import { words } from '../words.ts';
import classes from './explain.module.css';

type Page = Out<'explain'>;
type Row = Page['prompts'][number];

const say = words.explain;
const FEW = 8;
const SHOWN_LEFT_OUT = 3;

/** How much of how much a prompt gave: of its answers, of those that could be scored, of all mentions. */
function partOf(metric: Page['metric'], { answers, mentions, scored, voices = 0 }: Row): string {
  if (metric === 'share_of_voice') return say.part(mentions, voices);
  return metric === 'sentiment' ? say.part(scored, answers) : say.part(mentions, answers);
}

/** Each prompt's own number; a click opens its receipt. */
export function ExplainPrompts({ page, onOpen }: { page: Page; onOpen: (promptId: number) => void }) {
  const [isAll, setAll] = useState(false);
  const { prompts, metric } = page;
  if (prompts.length === 0) return null;
  const shown = isAll ? prompts : prompts.slice(0, FEW);
  return (
    <section>
      <h3>{say.prompts}</h3>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={classes.column}>
              {say.prompt}
            </th>
            <th scope="col" className={classes.column}>
              {say.parts[metric]}
            </th>
            <th scope="col" className={classes.column}>
              {words.metrics[metric]}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <button type="button" className={classes.open} onClick={() => onOpen(row.id)}>
                  {row.prompt}
                </button>
              </th>
              <td className={classes.part}>{partOf(metric, row)}</td>
              <td>{decimal(row.value, metric === 'position' ? 2 : 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {prompts.length > FEW && (
        <Button variant="default" size="xs" mt={12} onClick={() => setAll(!isAll)}>
          {isAll ? say.fewer : say.allOf(prompts.length)}
        </Button>
      )}
    </section>
  );
}

/** What takes no part in the number, and why. */
export function LeftOut({ page }: { page: Page }) {
  const [isAll, setAll] = useState(false);
  const { prompts, answers } = page.left_out;
  const old = page.readings.filter(({ current }) => !current).reduce((sum, one) => sum + one.answers, 0);
  const isNothing = prompts.length === 0 && answers.every((one) => one.answers === 0) && old === 0;
  if (isNothing) return null;
  const shown = isAll ? prompts : prompts.slice(0, SHOWN_LEFT_OUT);
  return (
    <section>
      <h3>{say.leftOut}</h3>
      <ul className={classes.left}>
        {answers.map(({ reason, answers: number }) => (
          <li key={reason}>
            {count(number)} {number === 1 ? say.answer : say.answersLower} {reason}
          </li>
        ))}
        {shown.map(({ id, prompt, reason }) => (
          <li key={id}>
            <span className={classes.quote}>{prompt}</span>: {reason}
          </li>
        ))}
        {old > 0 && <li>{say.old(old)}</li>}
      </ul>
      {prompts.length > SHOWN_LEFT_OUT && (
        <Button variant="default" size="xs" mt={12} onClick={() => setAll(!isAll)}>
          {isAll ? say.fewer : say.allOf(prompts.length)}
        </Button>
      )}
    </section>
  );
}
