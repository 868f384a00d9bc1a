import { Button, Popover, Skeleton, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendar, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { type Filters, PRESETS } from '../filters.ts';
import { days as printDays } from '../format.ts';
import { words } from '../words.ts';
import classes from './filter-bar.module.css';

const Calendar = lazy(() => import('./calendar.tsx'));

type Given = { range: Filters['range']; onChange: (range: Filters['range']) => void };

/** The range of days in words. */
export function rangeName(range: Filters['range']): string {
  return typeof range === 'string' ? words.filters.presets[range] : printDays(range);
}

/** The range of days: presets, or days of one's own choice. */
export function RangePicker({ range, onChange }: Given) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const choose = (next: Filters['range']) => {
    onChange(next);
    close();
  };
  return (
    <Popover opened={isOpen} onDismiss={close} position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          onClick={toggle}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          leftSection={<IconCalendar size={15} stroke={1.7} />}
          rightSection={<IconChevronDown size={13} stroke={1.8} />}
        >
          <span className="hidden-text">{words.filters.range}: </span>
          {rangeName(range)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={6}>
        <Choice range={range} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Choice({ range, onChoose }: { range: Filters['range']; onChoose: Given['onChange'] }) {
  const [isOwn, setOwn] = useState(typeof range !== 'string');
  return (
    <>
      <div className={classes.menu} role="radiogroup" aria-label={words.filters.range}>
        {PRESETS.map((preset) => (
          <Option
            key={preset}
            text={words.filters.presets[preset]}
            isChosen={range === preset}
            onClick={() => onChoose(preset)}
          />
        ))}
        <Option text={words.filters.own} isChosen={typeof range !== 'string'} onClick={() => setOwn(true)} />
      </div>
      {isOwn && (
        <div className={classes.calendar}>
          <Suspense fallback={<Skeleton h={300} w={280} />}>
            <Calendar range={range} onChoose={onChoose} />
          </Suspense>
          <p className={classes.note}>{words.filters.utc}</p>
        </div>
      )}
    </>
  );
}

function Option({ text, isChosen, onClick }: { text: string; isChosen: boolean; onClick: () => void }) {
  return (
    <UnstyledButton className={classes.option} role="radio" aria-checked={isChosen} onClick={onClick}>
      {text}
      {isChosen && <IconCheck size={15} stroke={2} aria-hidden />}
    </UnstyledButton>
  );
}
