import { Button, Checkbox, Popover, ScrollArea, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { words } from '../../words/competitors.ts';
import classes from './competitors.module.css';
import type { Lines } from './lines.ts';

const say = words.chart;
const FEW = 10;

type Given = { names: readonly string[]; lines: Lines };

/** Chooses whose lines the chart has. */
export function LinePicker({ names, lines }: Given) {
  return (
    <Popover position="bottom-end" trapFocus withinPortal width={280}>
      <Popover.Target>
        <Button
          variant={lines.isChosen ? 'light' : 'default'}
          size="xs"
          className={classes.picker}
          rightSection={<IconChevronDown size={13} stroke={1.8} />}
        >
          <span className="hidden-text">{say.lines}: </span>
          {say.some(lines.shown.size, names.length)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={6}>
        <Names names={names} lines={lines} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Names({ names, lines }: Given) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = names.filter((name) => name.toLowerCase().includes(wanted));
  return (
    <>
      {names.length > FEW && (
        <TextInput
          size="xs"
          p={4}
          aria-label={say.find}
          placeholder={say.find}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <ScrollArea.Autosize mah={320} scrollbarSize={6}>
        <fieldset className={classes.options} aria-label={say.lines}>
          {found.map((name) => (
            <Checkbox
              key={name}
              size="xs"
              classNames={{ root: classes.option, body: classes.optionBody, label: classes.optionLabel }}
              label={name}
              title={name}
              checked={lines.shown.has(name)}
              onChange={() => lines.toggle(name)}
            />
          ))}
        </fieldset>
        {found.length === 0 && <p className={classes.noOption}>{say.noMatch}</p>}
      </ScrollArea.Autosize>
      {lines.isChosen && (
        <Button variant="subtle" size="compact-xs" m={4} onClick={lines.reset}>
          {say.reset}
        </Button>
      )}
    </>
  );
}
