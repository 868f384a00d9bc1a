import { Skeleton } from '@mantine/core';
import { lengthOf } from '../../filters.ts';
import { decimal } from '../../format.ts';
import { words } from '../../words/overview.ts';
import classes from './overview.module.css';
import type { Standing } from './standing.ts';

const say = words.summary;
const percent = (value: number) => `${decimal(value, 0)}%`;
const FEW = 20;
/** From this part of all movement on, one cause is the cause. */
const MOST = 0.7;

/** How the brand stands, against whom, and why it changed: in words. */
export function Summary({ standing }: { standing: Standing }) {
  const { compared, tracked } = standing;
  if (compared === undefined || tracked === undefined)
    return (
      <span className={classes.summary} aria-busy>
        <Skeleton component="span" h={12} w={420} maw="100%" display="inline-block" />
      </span>
    );
  return <span className={classes.summary}>{sentences(standing)}</span>;
}

function sentences({ brand, compared, tracked = [], days, hasBefore }: Standing): string {
  const value = compared?.visibility.now ?? null;
  const answers = compared?.answers.now ?? 0;
  if (compared === undefined || value === null || answers === 0) return `${say.nothing}.`;
  if (answers < FEW) return `${say.few(brand.name, answers)}.`;
  const change = hasBefore && days ? changeOf(compared, say.days(lengthOf(days))) : '';
  const stands = say.named(percent(value)) + change + placeOf(value, tracked);
  return `${stands}. ${hasBefore ? whyOf(compared) : ''}`;
}

type Compared = NonNullable<Standing['compared']>;

function changeOf({ visibility: { change, verdict } }: Compared, days: string): string {
  if (change === null || verdict === 'too little data') return say.unknown;
  if (verdict === 'within noise') return say.same(days);
  const size = decimal(Math.abs(change), 0);
  return change > 0 ? say.more(size, days) : say.less(size, days);
}

/** Among the brand and its competitors, by visibility. */
function placeOf(value: number, tracked: NonNullable<Standing['tracked']>): string {
  const [leader] = tracked;
  if (leader === undefined) return '';
  const all = tracked.length + 1;
  const place = tracked.filter(({ visibility }) => visibility > value).length + 1;
  if (leader.visibility < value) return say.first(all);
  if (leader.visibility === value) return say.level(place, all, leader.name);
  return say.behind(place, all, leader.name, percent(leader.visibility));
}

/** Only a change has a cause. */
function whyOf({ visibility, split }: Compared): string {
  if (visibility.verdict !== 'changed' || split === null) return '';
  const parts = Object.entries(split) as [keyof typeof split, number][];
  const all = parts.reduce((sum, [, part]) => sum + Math.abs(part), 0);
  const main = parts.find(([, part]) => Math.abs(part) >= MOST * all);
  return say.why[main?.[0] ?? 'mixed'];
}
