import '@mantine/dates/styles.css';
import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { daysOf, type Filters, today } from '../filters.ts';
import { words } from '../words.ts';

type Given = { range: Filters['range']; onChoose: (range: Filters['range']) => void };

/** A calendar for a range of days; the second click chooses. */
export default function Calendar({ range, onChoose }: Given) {
  const now = daysOf(range);
  const [picked, setPicked] = useState<[string | null, string | null]>([now?.from ?? null, now?.to ?? null]);
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      hideOutsideDates
      ariaLabels={{ previousMonth: words.filters.previousMonth, nextMonth: words.filters.nextMonth }}
      getDayProps={() => ({ 'data-weekend': undefined })}
      maxDate={today()}
      defaultDate={now?.from ?? today()}
      value={picked}
      onChange={(next) => {
        setPicked(next);
        const [from, to] = next;
        if (from && to) onChoose({ from, to });
      }}
    />
  );
}
