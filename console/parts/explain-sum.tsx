// What is divided by what, each with its name, and the formula in words.
import type { Out } from '../api.ts';
import { count, decimal } from '../format.ts';
import { words } from '../words.ts';
import classes from './explain.module.css';

type Page = Out<'explain'>;
type Metric = Page['metric'];
type Term = { value: number; name: string };

const say = words.explain;
const DIGITS = { visibility: 0, sentiment: 0, position: 2, share_of_voice: 1 } as const;
const UNITS = { visibility: '%', sentiment: '', position: '', share_of_voice: '%' } as const;

/** Numbers of a receipt are exact to two digits; whole ones stay whole. */
const exact = (value: number) => (Number.isInteger(value) ? count(value) : decimal(value, 2));

/** The number as a quotient. */
export function ExplainSum({ page, ofPrompt }: { page: Page; ofPrompt: boolean }) {
  const { metric, name, value } = page;
  const [over, under] = termsOf(page, ofPrompt);
  return (
    <section>
      <h3>{say.how}</h3>
      <div className={classes.sum}>
        <Of {...over} />
        <span className={classes.sign}>÷</span>
        <Of {...under} />
        <span className={classes.sign}>=</span>
        <strong>
          {decimal(value, DIGITS[metric])}
          {UNITS[metric]}
        </strong>
      </div>
      <p className={classes.formula}>{(ofPrompt ? say.formulas.prompt : say.formulas.all)[metric](name)}</p>
    </section>
  );
}

function Of({ value, name }: Term) {
  return (
    <span className={classes.term}>
      <b>{exact(value)}</b>
      <span>{name}</span>
    </span>
  );
}

/** Above and below the line. Of one prompt the answers themselves are counted, and of a share the mentions. */
function termsOf(page: Page, ofPrompt: boolean): readonly [Term, Term] {
  const { metric, name, numerator, denominator, prompts } = page;
  const [only] = prompts;
  if (metric === 'share_of_voice') {
    const mentions = prompts.reduce((sum, prompt) => sum + prompt.mentions, 0);
    return [
      { value: mentions, name: say.terms.mentions(name) },
      { value: denominator, name: say.terms.voices },
    ];
  }
  if (ofPrompt && only) {
    return [
      { value: only.sum, name: say.terms.sum[metric](name) },
      { value: belowOf(metric, only), name: say.terms.below[metric](name) },
    ];
  }
  return [
    { value: numerator, name: say.terms.values[metric] },
    { value: denominator, name: metric === 'visibility' ? say.terms.prompts : say.terms.naming(name) },
  ];
}

/** What the sum of one prompt is divided by. */
function belowOf(metric: Metric, { answers, mentions, scored }: Page['prompts'][number]): number {
  if (metric === 'visibility') return answers;
  return metric === 'sentiment' ? scored : mentions;
}
