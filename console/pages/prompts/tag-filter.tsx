import { Button, Checkbox, Popover, ScrollArea } from '@mantine/core';
import { IconChevronDown, IconTag } from '@tabler/icons-react';
import { useFilters } from '../../filters.ts';
import { count } from '../../format.ts';
import { words } from '../../words/prompts.ts';
import { words as shared } from '../../words.ts';
import classes from './prompts.module.css';
import type { PromptRow } from './rows.ts';

/** Tags with the number of prompts that have each, most used first. */
export function tagsOf(rows: readonly Pick<PromptRow, 'tags'>[]): { tag: string; prompts: number }[] {
  const counts = new Map<string, number>();
  for (const { tags } of rows) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .map(([tag, prompts]) => ({ tag, prompts }))
    .sort((a, b) => b.prompts - a.prompts || (a.tag < b.tag ? -1 : 1));
}

/** Chooses tags; a prompt with any of them stays. The choice is one of the shared filters. */
export function TagFilter({ rows }: { rows: readonly PromptRow[] }) {
  const { filters, set } = useFilters();
  const all = tagsOf(rows);
  const known = new Set(all.map(({ tag }) => tag));
  const gone = filters.tags.filter((tag) => !known.has(tag)).map((tag) => ({ tag, prompts: 0 }));
  const chosen = new Set(filters.tags);
  const toggle = (tag: string) => set({ tags: [...chosen.symmetricDifference(new Set([tag]))] });
  const [only] = filters.tags;
  const label = chosen.size === 1 && only ? only : chosen.size === 0 ? shared.filters.allTags : undefined;
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <Button
          variant={chosen.size > 0 ? 'light' : 'default'}
          size="xs"
          maw={220}
          leftSection={<IconTag size={14} stroke={1.7} />}
          rightSection={<IconChevronDown size={13} stroke={1.8} />}
        >
          <span className="hidden-text">{words.tagFilter}: </span>
          {label ?? shared.filters.someTags(chosen.size)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={6}>
        <ScrollArea.Autosize mah={360} scrollbarSize={6}>
          <fieldset className={classes.filter} aria-label={words.tagFilter}>
            <p className={classes.note}>{all.length === 0 ? words.noTags : words.anyTag}</p>
            {[...all, ...gone].map(({ tag, prompts }) => (
              // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
              <label key={tag} className={classes.option}>
                <Checkbox size="xs" checked={chosen.has(tag)} onChange={() => toggle(tag)} aria-label={tag} />
                <span style={{ flex: 1 }}>{tag}</span>
                <span className={classes.dim}>{count(prompts)}</span>
              </label>
            ))}
          </fieldset>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
