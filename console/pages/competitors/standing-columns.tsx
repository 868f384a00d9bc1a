import { Tooltip } from '@mantine/core';
import type { Days } from '../../filters.ts';
import { decimal, days as printDays } from '../../format.ts';
import { Bar } from '../../parts/bar.tsx';
import { Change } from '../../parts/change.tsx';
import { METRICS, type Metric, metricHints, metricLooks } from '../../parts/metric.ts';
import { Pill } from '../../parts/pill.tsx';
import type { Column } from '../../parts/table-column.ts';
import type { SeriesLook } from '../../series.ts';
import { words } from '../../words/competitors.ts';
import { words as shared } from '../../words.ts';
import classes from './competitors.module.css';
import { RivalMenu } from './rival-menu.tsx';
import type { Rival } from './rivals.ts';

const say = words.standing;
const ENOUGH = 20;

export type Explain = (rival: Rival, metric: Metric) => void;
type Given = {
  metric: Metric;
  /** The period before; without one there is no column of changes. */
  before: Days | undefined;
  explain: Explain;
  mayChange: boolean;
};

/** The columns of the table of rivals; that of changes stands behind the metric of the chart. */
export function standingColumns({ metric, before, explain, mayChange }: Given): Column<Rival>[] {
  return [
    { key: 'name', title: say.name, value: ({ name }) => name, cell: (row) => <Name rival={row} /> },
    ...METRICS.flatMap((one) => [
      number(one, explain, one === metric),
      ...(before && one === metric ? [change(metric, before)] : []),
    ]),
    ...(mayChange ? [menu] : []),
  ];
}

function Name({ rival: { name, domain, isBrand, look } }: { rival: Rival }) {
  return (
    <span className={classes.who}>
      <Line look={look} />
      <span className={isBrand ? classes.own : classes.name} title={name}>
        {name}
      </span>
      {isBrand ? <Pill tone="accent">{say.you}</Pill> : <span className={classes.domain}>{domain}</span>}
    </span>
  );
}

/** A piece of the line that stands for it in the chart. */
function Line({ look }: { look: SeriesLook }) {
  const style = { stroke: `light-dark(${look.light}, ${look.dark})`, strokeDasharray: look.dash };
  return (
    <svg width="16" height="8" className={classes.line} aria-hidden>
      <line x1="1" x2="15" y1="4" y2="4" strokeWidth="2.5" strokeLinecap="round" style={style} />
    </svg>
  );
}

/** Null where nothing was counted. */
function known({ numbers, counted }: Rival, metric: Metric): number | null {
  return counted[metric] === 0 ? null : numbers[metric].now;
}

function number(metric: Metric, explain: Explain, isChosen: boolean): Column<Rival> {
  return {
    key: metric,
    title: shared.metrics[metric],
    hint: metricHints[metric],
    align: 'end',
    width: metric === 'visibility' ? 168 : 128,
    phoneWidth: 84,
    onPhone: isChosen,
    value: (row) => known(row, metric),
    cell: (row) => <Value rival={row} metric={metric} explain={explain} />,
  };
}

type ValueGiven = { rival: Rival; metric: Metric; explain: Explain };

/** A number that shows what it is made of; grey where it stands on too few. */
function Value({ rival, metric, explain }: ValueGiven) {
  const value = known(rival, metric);
  if (value === null) return <span className={classes.dim}>–</span>;
  const { digits, unit = '' } = metricLooks[metric];
  const counted = rival.counted[metric];
  const isFew = counted < ENOUGH;
  const button = (
    <button type="button" className={classes.number} data-few={isFew} onClick={() => explain(rival, metric)}>
      {decimal(value, digits)}
      {unit && <span className={classes.unit}>{unit}</span>}
      <span className="hidden-text">
        {`, ${say.explain(shared.metrics[metric], rival.name)}${isFew ? `. ${say.few(counted, say.stands[metric])}` : ''}`}
      </span>
    </button>
  );
  return (
    <span className={classes.measure}>
      {metric === 'visibility' && (
        <span className={classes.meter}>
          <Bar value={value} color={rival.isBrand ? undefined : 'var(--line-strong)'} />
        </span>
      )}
      {isFew ? <Tooltip label={say.few(counted, say.stands[metric])}>{button}</Tooltip> : button}
    </span>
  );
}

function change(metric: Metric, before: Days): Column<Rival> {
  const { digits, lowerIsBetter = false } = metricLooks[metric];
  return {
    key: 'change',
    title: say.change,
    hint: say.changeHint(shared.metrics[metric], printDays(before)),
    align: 'end',
    width: 152,
    phoneWidth: 76,
    value: ({ numbers }) => numbers[metric].change,
    cell: ({ numbers: { [metric]: compared } }) =>
      compared.change === null || compared.verdict === 'too little data' ? (
        <span className={classes.dim} title={say.unknown}>
          –<span className="hidden-text">{say.unknown}</span>
        </span>
      ) : (
        <span className={classes.change}>
          <Change compared={compared} digits={digits === 2 ? 2 : 1} lowerIsBetter={lowerIsBetter} />
        </span>
      ),
  };
}

const menu: Column<Rival> = {
  key: 'menu',
  title: say.menu,
  width: 60,
  phoneWidth: 44,
  align: 'end',
  sortable: false,
  isControls: true,
  value: () => null,
  cell: (row) => (row.isBrand ? null : <RivalMenu rival={row} />),
};
