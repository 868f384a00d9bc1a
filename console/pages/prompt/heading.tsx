import { ActionIcon, Menu, Skeleton, Switch, Tooltip } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { In } from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { useFilters } from '../../filters.ts';
import { fullDay } from '../../format.ts';
import { useKeyHelp, useKeys } from '../../keyboard.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { Pill } from '../../parts/pill.tsx';
import { PageTitle } from '../../parts/section.tsx';
import { useSession } from '../../session.tsx';
import { words } from '../../words/prompt.ts';
import { deleteOnList } from '../prompts/deleting.tsx';
import type { Prompt } from '../prompts/rows.ts';
import { TagEditor } from '../prompts/tag-editor.tsx';
import { useToggling } from '../prompts/toggling.ts';
import { Asking, AskNow } from './ask-now.tsx';
import classes from './prompt.module.css';

type Given = { prompt: Prompt | undefined; all: readonly Prompt[]; asked: In<'matrix'> };

const KEYS = [
  { text: words.keys.toggle, keys: ['T'] },
  { text: words.keys.tags, keys: ['E'] },
];

/** The prompt's text, its state and tags, and what can be done with it. */
export function Heading({ prompt, all, asked }: Given) {
  const brand = useBrand();
  const [isTagging, setTagging] = useState(false);
  const { toggle, wanted } = useToggling();
  const { may } = useSession();
  useKeyHelp(KEYS);
  useKeys({
    t: () => prompt && may('togglePrompt') && toggle(prompt),
    e: () => may('tagPrompts') && setTagging(true),
  });
  if (!prompt) return <Waiting />;
  const active = wanted.get(prompt.id) ?? prompt.active;
  const now = { ...prompt, active };
  return (
    <>
      <PageTitle
        title={prompt.prompt}
        text={
          <span className={classes.about}>
            <State prompt={now} onToggle={() => toggle(now)} />
            <Tags prompt={prompt} onEdit={() => setTagging(true)} />
            <span>{words.since(fullDay(prompt.created_at))}</span>
          </span>
        }
        actions={
          <>
            <ApiButton name="matrix" input={asked} />
            <More prompt={prompt} />
            <AskNow prompt={now} />
          </>
        }
      />
      <Asking promptId={prompt.id} />
      <TagEditor
        brandId={brand.id}
        rows={isTagging ? [prompt] : []}
        all={all}
        onClose={() => setTagging(false)}
      />
    </>
  );
}

function Waiting() {
  return (
    <>
      <h1 className="hidden-text">{words.title}</h1>
      <Skeleton h={62} w="60%" mb={24} />
    </>
  );
}

function State({ prompt: { active }, onToggle }: { prompt: Prompt; onToggle: () => void }) {
  const { may } = useSession();
  const text = active === 'Y' ? words.active : words.inactive;
  if (!may('togglePrompt')) return <Pill tone={active === 'Y' ? 'good' : 'plain'}>{text}</Pill>;
  return (
    <Tooltip label={words.activeHint}>
      <Switch
        size="xs"
        checked={active === 'Y'}
        onChange={onToggle}
        label={words.active}
        aria-keyshortcuts="t"
      />
    </Tooltip>
  );
}

function Tags({ prompt: { tags }, onEdit }: { prompt: Prompt; onEdit: () => void }) {
  const { may } = useSession();
  const pills = tags.map((tag) => <Pill key={tag}>{tag}</Pill>);
  if (!may('tagPrompts')) return <span className={classes.tags}>{pills}</span>;
  return (
    <button type="button" className={classes.tags} onClick={onEdit}>
      {tags.length === 0 ? words.addTags : <span className="hidden-text">{words.tags}: </span>}
      {pills}
    </button>
  );
}

function More({ prompt }: { prompt: Prompt }) {
  const brand = useBrand();
  const { href } = useFilters();
  const [, go] = useLocation();
  const { may } = useSession();
  if (!may('deletePrompt')) return null;
  // Deleted on the list, where it can be taken back.
  const remove = () => {
    deleteOnList(prompt);
    go(href(`/brands/${brand.id}/prompts`));
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={words.more}>
          <IconDots size={17} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.7} />} onClick={remove}>
          {words.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
