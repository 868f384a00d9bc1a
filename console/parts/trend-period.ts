import { day, days, fullDay, month } from '../format.ts';

type Step = 'day' | 'week' | 'month';

/** A period in full: a day, the days of a week, a month. */
export function periodName(period: { from: string; to: string }, step: Step): string {
  if (step === 'month') return month(period.from);
  return step === 'day' ? fullDay(period.from) : days(period);
}

/** A period on the axis, as short as can be. */
export function periodTick(from: string, step: Step): string {
  return step === 'month' ? month(from) : day(from);
}
