import { ActionIcon, Button, Drawer, Indicator, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconArrowsLeftRight, IconX } from '@tabler/icons-react';
import { DEFAULTS, daysBefore, printFilters, type Filters as TheFilters, useFilters } from '../filters.ts';
import { days as printDays } from '../format.ts';
import { words } from '../words.ts';
import { AgentPicker } from './agent-picker.tsx';
import classes from './filter-bar.module.css';
import type { Place } from './place.ts';
import { RangePicker } from './range-picker.tsx';
import { TagPicker } from './tag-picker.tsx';

type Names = readonly ('days' | 'agents' | 'tags' | 'compare')[];

/** The filters that the page takes: in the top bar, and behind a button on phones. */
export function FilterBar({ place }: { place: Place }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const { filters } = useFilters();
  const names: Names = place.entry?.filters ?? [];
  if (names.length === 0) return null;
  const isChanged = isOther(filters, names);
  return (
    <>
      <div className={classes.bar}>
        <Filters names={names} place={place} />
      </div>
      <Indicator className={classes.phone} disabled={!isChanged} size={8} offset={5}>
        <ActionIcon variant="default" size={34} onClick={open} aria-label={words.filters.filters}>
          <IconAdjustmentsHorizontal size={17} stroke={1.7} />
        </ActionIcon>
      </Indicator>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="bottom"
        title={words.filters.filters}
        classNames={{ content: classes.sheet }}
      >
        <div className={classes.stack}>
          <Filters names={names} place={place} />
        </div>
      </Drawer>
    </>
  );
}

/** Whether what the page filters by is not as at first. */
function isOther(filters: TheFilters, names: Names): boolean {
  return printFilters(names.includes('tags') ? filters : { ...filters, tags: [] }) !== '';
}

function Filters({ names, place }: { names: Names; place: Place }) {
  const { filters, set } = useFilters();
  const isChanged = isOther(filters, names);
  return (
    <>
      {names.includes('days') && <RangePicker range={filters.range} onChange={(range) => set({ range })} />}
      {names.includes('agents') && (
        <AgentPicker chosen={filters.agents} onChange={(agents) => set({ agents })} />
      )}
      {names.includes('tags') && place.brandId !== undefined && (
        <TagPicker brandId={place.brandId} chosen={filters.tags} onChange={(tags) => set({ tags })} />
      )}
      {names.includes('compare') && <Compare />}
      {isChanged && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconX size={13} />}
          onClick={() => set(names.includes('tags') ? DEFAULTS : { ...DEFAULTS, tags: filters.tags })}
        >
          {words.filters.reset}
        </Button>
      )}
    </>
  );
}

/** Whether changes against the period before are shown. All time has none. */
function Compare() {
  const { filters, days, set } = useFilters();
  const before = daysBefore(days);
  if (before === undefined) return null;
  return (
    <Tooltip label={`${words.filters.compare}: ${printDays(before)}`}>
      <Button
        variant={filters.compare ? 'light' : 'default'}
        size="xs"
        aria-pressed={filters.compare}
        leftSection={<IconArrowsLeftRight size={14} stroke={1.8} />}
        onClick={() => set({ compare: !filters.compare })}
      >
        {words.filters.compareShort}
      </Button>
    </Tooltip>
  );
}
