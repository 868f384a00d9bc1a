import { Pill } from '../../../parts/pill.tsx';
import { words } from '../../../words/prompts.ts';
import classes from './add.module.css';
import type { Reviewed } from './drafts.ts';

const { form } = words;
const STATES = ['fresh', 'known', 'twice', 'refused'] as const;
const TONES = { fresh: 'good', known: 'plain', twice: 'plain', refused: 'bad' } as const;
const MOST_SHOWN = 100;

/** How many are new, known, given twice, refused. */
export function Summary({ reviewed }: { reviewed: readonly Reviewed[] }) {
  if (reviewed.length === 0) return null;
  const parts = STATES.map((state) => ({
    state,
    number: reviewed.filter((one) => one.state === state).length,
  })).filter(({ state, number }) => state === 'fresh' || number > 0);
  return (
    <p className={classes.summary} role="status">
      {parts.map(({ state, number }) => (
        <Pill key={state} tone={TONES[state]}>
          {form.summary[state](number)}
        </Pill>
      ))}
    </p>
  );
}

type Given = {
  reviewed: readonly Reviewed[];
  /** False: the tags are the same for all. */
  withTags: boolean;
};

/** What will become of each; the first hundred. */
export function ReviewList({ reviewed, withTags }: Given) {
  if (reviewed.length === 0) return null;
  const rest = reviewed.length - MOST_SHOWN;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <section className={classes.review} tabIndex={0} aria-label={form.preview}>
      <table>
        <thead>
          <tr>
            <th scope="col">{form.line}</th>
            <th scope="col">{words.prompt}</th>
            {withTags && <th scope="col">{words.tags}</th>}
            <th scope="col">{form.state}</th>
          </tr>
        </thead>
        <tbody>
          {reviewed.slice(0, MOST_SHOWN).map(({ line, prompt, tags, state, reason }) => (
            <tr key={line}>
              <td>{line}</td>
              <td>
                {reason && <span className={classes.reason}>{reason}</span>}
                <bdi className={classes.prompt}>{prompt}</bdi>
              </td>
              {withTags && <td>{tags.join(', ')}</td>}
              <td>
                <Pill tone={TONES[state]}>{form[state]}</Pill>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p className={classes.rest}>{form.more(rest)}</p>}
    </section>
  );
}
