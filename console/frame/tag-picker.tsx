import { Button, Checkbox, Popover, ScrollArea } from '@mantine/core';
import { IconChevronDown, IconTag } from '@tabler/icons-react';
import { useOperation } from '../api.ts';
import { words } from '../words.ts';
import classes from './filter-bar.module.css';

type Given = { brandId: number; chosen: readonly string[]; onChange: (tags: string[]) => void };

function nameOf(chosen: readonly string[]): string {
  const [only] = chosen;
  if (only === undefined) return words.filters.allTags;
  return chosen.length === 1 ? only : words.filters.someTags(chosen.length);
}

/** The tags whose prompts count; none chosen means all. Not there while the brand has no tags. */
export function TagPicker({ brandId, chosen, onChange }: Given) {
  const { data } = useOperation('tags', { brand_id: brandId });
  const known = data?.tags.map(({ tag }) => tag) ?? [];
  const all = [...new Set([...known, ...chosen])];
  if (all.length === 0) return null;
  const toggle = (tag: string) =>
    onChange(chosen.includes(tag) ? chosen.filter((one) => one !== tag) : [...chosen, tag]);
  return (
    <Popover position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button
          variant={chosen.length > 0 ? 'light' : 'default'}
          size="xs"
          maw={220}
          leftSection={<IconTag size={15} stroke={1.7} />}
          rightSection={<IconChevronDown size={13} stroke={1.8} />}
        >
          <span className="hidden-text">{words.filters.tags}: </span>
          {nameOf(chosen)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={6}>
        <ScrollArea.Autosize mah={360} scrollbarSize={6}>
          <fieldset className={classes.menu} aria-label={words.filters.tags}>
            {all.map((tag) => (
              // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
              <label key={tag} className={classes.option}>
                <span className={classes.tag}>{tag}</span>
                <Checkbox
                  size="xs"
                  checked={chosen.includes(tag)}
                  onChange={() => toggle(tag)}
                  aria-label={tag}
                />
              </label>
            ))}
          </fieldset>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
