import { agentLook } from '../../agents.ts';
import { count, monthName, usd } from '../../format.ts';
import { Section } from '../../parts/section.tsx';
import { words } from '../../words/collection.ts';
import classes from './costs.module.css';
import type { Tried } from './tried.ts';

/** What the plan will cost, as it is on the form: expected, and at most. */
export function Forecast({ tried: { shown, isLate }, isDirty }: { tried: Tried; isDirty: boolean }) {
  const { forecast, spending, plan, active_prompts: prompts } = shown;
  const asked = plan.agents.filter(({ problem }) => problem === null);
  const unpriced = asked.filter(({ usd_per_answer }) => usd_per_answer === null);
  const month = monthName(`${spending.month}-01`);
  const rows = [
    [words.forecast.each, forecast.each_time],
    [words.forecast.month, forecast.next_30_days],
    [words.forecast.rest(month), forecast.rest_of_month],
  ] as const;
  const passes = spending.left_usd !== null && forecast.rest_of_month.expected_usd > spending.left_usd;
  return (
    <Section
      title={words.forecast.title}
      text={isDirty ? words.forecast.tried : words.forecast.made(prompts, asked.length, plan.samples)}
    >
      <div data-late={isLate} className={classes.forecast} aria-live="polite" aria-busy={isLate}>
        <table className={classes.costs}>
          <thead>
            <tr>
              <td />
              <th scope="col">{words.forecast.answers}</th>
              <th scope="col">{words.forecast.expected}</th>
              <th scope="col">{words.forecast.most}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([title, cost]) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>{count(cost.answers)}</td>
                <td className={classes.expected}>{usd(cost.expected_usd)}</td>
                <td>{usd(cost.most_usd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {plan.active === 'N' && <p className={classes.hint}>{words.forecast.isOff}</p>}
        {passes && <p className={classes.passes}>{words.forecast.passes}</p>}
        {unpriced.length > 0 && (
          <p className={classes.hint}>
            {words.forecast.noPrice(unpriced.map(({ agent }) => agentLook(agent).name).join(', '))}
          </p>
        )}
      </div>
    </Section>
  );
}
