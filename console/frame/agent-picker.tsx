import { Button, Checkbox, Popover, ScrollArea } from '@mantine/core';
import { IconChevronDown, IconRobot } from '@tabler/icons-react';
import { agentLook, knownAgents } from '../agents.ts';
import { AgentName } from '../parts/agent-name.tsx';
import { words } from '../words.ts';
import classes from './filter-bar.module.css';

type Given = { chosen: readonly string[]; onChange: (agents: string[]) => void };

function nameOf(chosen: readonly string[]): string {
  const [only] = chosen;
  if (only === undefined) return words.filters.allAgents;
  return chosen.length === 1 ? agentLook(only).short : words.filters.someAgents(chosen.length);
}

/** The agents that count; none chosen means all. */
export function AgentPicker({ chosen, onChange }: Given) {
  const all = [...new Set([...knownAgents, ...chosen])];
  const toggle = (agent: string) =>
    onChange(chosen.includes(agent) ? chosen.filter((one) => one !== agent) : [...chosen, agent]);
  return (
    <Popover position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button
          variant={chosen.length > 0 ? 'light' : 'default'}
          size="xs"
          leftSection={<IconRobot size={15} stroke={1.7} />}
          rightSection={<IconChevronDown size={13} stroke={1.8} />}
        >
          <span className="hidden-text">{words.filters.agents}: </span>
          {nameOf(chosen)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={6}>
        <ScrollArea.Autosize mah={360} scrollbarSize={6}>
          <fieldset className={classes.menu} aria-label={words.filters.agents}>
            {all.map((agent) => (
              // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
              <label key={agent} className={classes.option}>
                <AgentName agent={agent} />
                <Checkbox
                  size="xs"
                  checked={chosen.includes(agent)}
                  onChange={() => toggle(agent)}
                  aria-label={agentLook(agent).name}
                />
              </label>
            ))}
          </fieldset>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
