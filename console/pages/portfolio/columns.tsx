import { Skeleton, Tooltip } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ago, count, dateTime, decimal } from '../../format.ts';
import { Change } from '../../parts/change.tsx';
import { Monogram } from '../../parts/monogram.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Sparkline } from '../../parts/sparkline.tsx';
import type { Column } from '../../parts/table-column.ts';
import { brandValues } from '../../parts/trend-series.ts';
import { words } from '../../words/portfolio.ts';
import { words as shared } from '../../words.ts';
import classes from './portfolio.module.css';
import type { Standing } from './standings.ts';

type Metric = 'visibility' | 'sentiment' | 'position' | 'share_of_voice';
const ENOUGH = 20;

type Look = { digits: 0 | 1 | 2; unit?: string; lowerIsBetter?: boolean; hint: string };
const LOOKS: Record<Metric, Look> = {
  visibility: { digits: 0, unit: '%', hint: shared.metrics.visibilityHint },
  sentiment: { digits: 0, hint: shared.metrics.sentimentHint },
  position: { digits: 2, lowerIsBetter: true, hint: shared.metrics.positionHint },
  share_of_voice: { digits: 1, unit: '%', hint: shared.metrics.shareHint },
};

function metric(key: Metric, onPhone: boolean): Column<Standing> {
  return {
    key,
    title: shared.metrics[key],
    hint: LOOKS[key].hint,
    width: 116,
    phoneWidth: 92,
    align: 'end',
    onPhone,
    value: ({ compared }) => compared?.[key].now ?? null,
    cell: (row) => <Value row={row} metric={key} />,
  };
}

/** A number over its change; grey where it stands on too few answers. */
function Value({ row: { compared, hasBefore }, metric: key }: { row: Standing; metric: Metric }) {
  if (compared === undefined) return <Skeleton h={30} w={64} className={classes.end} />;
  const { digits, unit = '', lowerIsBetter = false } = LOOKS[key];
  const { now } = compared[key];
  const answers = compared.answers.now;
  if (now === null || answers === 0) return <span className={classes.dim}>–</span>;
  const isFew = answers < ENOUGH;
  return (
    <span className={classes.stack}>
      <span className={isFew ? classes.few : classes.number}>
        {decimal(now, digits)}
        <small>{unit}</small>
      </span>
      {isFew && <span className={classes.note}>{shared.stat.few(answers)}</span>}
      {!isFew && hasBefore && (
        <Change compared={compared[key]} digits={digits === 2 ? 2 : 1} lowerIsBetter={lowerIsBetter} />
      )}
    </span>
  );
}

function Name({ brand }: Standing) {
  return (
    <span className={classes.brand}>
      <span className={classes.mark}>
        <Monogram name={brand.name} size={34} />
      </span>
      <span className={classes.names}>
        <span className={classes.name}>{brand.name}</span>
        <span className={classes.note}>{brand.domain}</span>
      </span>
    </span>
  );
}

function Line({ trend }: Standing) {
  if (trend === undefined) return <Skeleton h={32} w={128} />;
  return (
    <Sparkline
      values={brandValues(trend, 'visibility')}
      label={`${shared.metrics.visibility} ${words.trend.toLowerCase()}`}
      width={128}
      height={34}
    />
  );
}

function Answers({ last, plan }: Standing) {
  if (last === undefined) return <Skeleton h={30} w={80} className={classes.end} />;
  return (
    <span className={classes.stack}>
      <span title={last ? dateTime(last.answered_at) : undefined}>
        {last ? ago(last.answered_at) : words.never}
      </span>
      {plan?.plan.active === 'Y' && plan.paused ? (
        <Tooltip label={plan.paused}>
          <span>
            <Pill tone="warn" icon={<IconAlertTriangle size={12} stroke={2} />}>
              {words.paused}
            </Pill>
          </span>
        </Tooltip>
      ) : (
        plan?.next_at && (
          <span className={classes.note} title={dateTime(plan.next_at)}>
            {words.next} {ago(plan.next_at)}
          </span>
        )
      )}
    </span>
  );
}

export const columns: readonly Column<Standing>[] = [
  {
    key: 'brand',
    title: words.brand,
    value: ({ brand }) => brand.name,
    cell: (row) => <Name {...row} />,
  },
  metric('visibility', true),
  {
    key: 'trend',
    title: words.trend,
    width: 172,
    phoneWidth: 110,
    sortable: false,
    value: ({ trend }) => brandValues(trend, 'visibility').join(' '),
    cell: (row) => <Line {...row} />,
  },
  metric('sentiment', false),
  metric('position', false),
  metric('share_of_voice', false),
  {
    key: 'answers',
    title: words.answers,
    width: 92,
    align: 'end',
    onPhone: false,
    value: ({ compared }) => compared?.answers.now ?? null,
    cell: ({ compared }) =>
      compared ? count(compared.answers.now) : <Skeleton h={14} w={40} className={classes.end} />,
  },
  {
    key: 'last',
    title: words.last,
    width: 172,
    align: 'end',
    onPhone: false,
    value: ({ last }) => last?.answered_at ?? null,
    cell: (row) => <Answers {...row} />,
  },
];
