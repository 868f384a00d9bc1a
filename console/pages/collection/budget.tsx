import { monthName, usd } from '../../format.ts';
import { Pill } from '../../parts/pill.tsx';
import { Section } from '../../parts/section.tsx';
import { words } from '../../words/collection.ts';
import classes from './costs.module.css';
import type { Planned } from './draft.ts';

type BudgetGiven = { planned: Planned; onRuns: () => void };

/** What this month cost so far, and what is left of both limits. */
export function Budget({ planned: { plan, spending }, onRuns }: BudgetGiven) {
  const { spent_usd: spent, reserved_usd: reserved, account_spent_usd: account } = spending;
  return (
    <Section title={words.budget.title} text={words.budget.month(monthName(`${spending.month}-01`))}>
      <div className={classes.budget}>
        <Meter
          who={words.budget.brand}
          spent={spent}
          reserved={reserved}
          limit={plan.monthly_limit_usd}
          onRuns={onRuns}
        />
        <Meter who={words.budget.account} spent={account ?? 0} limit={plan.account_monthly_limit_usd} />
      </div>
    </Section>
  );
}

type MeterGiven = {
  who: string;
  spent: number;
  reserved?: number;
  limit: number | null;
  onRuns?: () => void;
};

/** One limit. Of the account, what is set aside counts as used. */
function Meter({ who, spent, reserved, limit, onRuns }: MeterGiven) {
  const used = spent + (reserved ?? 0);
  const part = (value: number) => `${limit ? Math.min(100, (100 * value) / limit) : 0}%`;
  const isNear = limit !== null && used >= 0.9 * limit;
  return (
    <div className={classes.meter}>
      <div className={classes.meterHead}>
        <h3>
          {who} {isNear && <Pill tone="warn">{words.budget.near}</Pill>}
        </h3>
        <span>
          {limit === null ? words.budget.noLimit(usd(used)) : words.budget.of(usd(used), usd(limit))}
        </span>
      </div>
      {limit !== null && (
        <div className={classes.track} role="img" aria-label={words.budget.label(who, usd(used), usd(limit))}>
          <span className={classes.spent} style={{ width: part(spent) }} />
          <span className={classes.reserved} style={{ width: part(reserved ?? 0) }} />
        </div>
      )}
      {(limit !== null || reserved !== undefined) && (
        <dl className={classes.sums}>
          <Sum
            title={reserved === undefined ? words.budget.used : words.budget.spent}
            value={spent}
            mark="spent"
            {...(onRuns && spent > 0 && { onClick: onRuns })}
          />
          {reserved !== undefined && <Sum title={words.budget.reserved} value={reserved} mark="reserved" />}
          {limit !== null && <Sum title={words.budget.left} value={Math.max(0, limit - used)} mark="left" />}
        </dl>
      )}
    </div>
  );
}

type SumGiven = { title: string; value: number; mark: string; onClick?: () => void };

function Sum({ title, value, mark, onClick }: SumGiven) {
  return (
    <div>
      <dt>
        <span className={classes.mark} data-mark={mark} aria-hidden />
        {title}
      </dt>
      <dd>
        {onClick ? (
          <button type="button" className={classes.behind} onClick={onClick} title={words.budget.seeRuns}>
            {usd(value)}
          </button>
        ) : (
          usd(value)
        )}
      </dd>
    </div>
  );
}
