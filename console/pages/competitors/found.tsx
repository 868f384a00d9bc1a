import { SegmentedControl } from '@mantine/core';
import { useQueryValue } from '../../address.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { Section } from '../../parts/section.tsx';
import { words } from '../../words/competitors.ts';
import { FoundTable } from './found-table.tsx';
import { DismissedTable, MergedTable } from './judged-tables.tsx';
import type { Listed, Rivals } from './rivals.ts';

const say = words.found;
const LISTS = ['found', 'merged', 'dismissed'] as const;
type List = (typeof LISTS)[number];
const isList = (text: string): text is List => LISTS.some((list) => list === text);

/** Names that nobody tracks: found ones, and those that a person merged or dismissed. */
export function Found({ rivals: { found, listed, asked } }: { rivals: Rivals }) {
  const [chosen, choose] = useQueryValue('list');
  const list = isList(chosen) ? chosen : 'found';
  const merged = listed?.filter(isMerged);
  const dismissed = listed?.filter((one) => one.dismissed && !isMerged(one));
  const numbers = { found: found?.length, merged: merged?.length, dismissed: dismissed?.length };
  const tabs = (
    <SegmentedControl
      size="xs"
      aria-label={say.lists}
      value={list}
      onChange={(value) => choose(value === 'found' ? '' : value)}
      data={LISTS.map((value) => ({ value, label: say.tabs[value](numbers[value]) }))}
    />
  );
  return (
    <Section
      title={say.title}
      text={say.text}
      actions={
        list === 'found' ? (
          <ApiButton name="untrackedCompetitors" input={asked.found} />
        ) : (
          <ApiButton name="listCompetitors" input={{ brand_id: asked.found.brand_id }} />
        )
      }
      flush
    >
      {list === 'found' && <FoundTable rows={found} tabs={tabs} />}
      {list === 'merged' && <MergedTable rows={merged} tabs={tabs} />}
      {list === 'dismissed' && <DismissedTable rows={dismissed} tabs={tabs} />}
    </Section>
  );
}

const isMerged = ({ tracked, merged_into }: Listed) => !tracked && merged_into !== null;
