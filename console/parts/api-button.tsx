import { ActionIcon, Anchor, Popover, Text } from '@mantine/core';
import { IconApi } from '@tabler/icons-react';
import { useContext } from 'react';
import { Link } from 'wouter';
import { type In, type OperationName, publicOperation } from '../api.ts';
import { SharedContext } from '../session.tsx';
import { words } from '../words.ts';
import classes from './api-button.module.css';
import { CopyButton } from './copy-button.tsx';

type Given<N extends OperationName> = { name: N; input: In<N> };

/** A body inside of single quotes of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request as a curl line that works once `API_KEY` is set; without `-X` where curl's own choice is right. */
export function curlOf(name: OperationName, input: unknown): string | undefined {
  const operation = publicOperation(name);
  if (operation === undefined) return undefined;
  const method = operation.method === 'POST' ? '' : `-X ${operation.method} `;
  return [
    `curl ${method}${location.origin}/api/v1${operation.path} \\`,
    `  -H "Authorization: Bearer $API_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d ${quoted(JSON.stringify(input))}`,
  ].join('\n');
}

/** "API": shows the request for what is on screen, ready to paste. */
export function ApiButton<N extends OperationName>({ name, input }: Given<N>) {
  const isShared = useContext(SharedContext);
  const curl = curlOf(name, input);
  if (curl === undefined || isShared) return null;
  return (
    <Popover width={520} position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={30} aria-label={words.api.title} title={words.api.title}>
          <IconApi size={18} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 24px)">
        <div className={classes.head}>
          <Text size="sm" fw={600}>
            {words.api.title}
          </Text>
          <CopyButton text={curl} label={words.copy.copy} />
        </div>
        <pre className={classes.code}>
          <code>{curl}</code>
        </pre>
        <Text size="xs" c="dimmed">
          {words.api.key}{' '}
          <Anchor component={Link} href="/keys" inherit>
            {words.api.keys}
          </Anchor>{' '}
          ·{' '}
          <Anchor href="/docs" target="_blank" inherit>
            {words.api.reference}
          </Anchor>
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
