import { connect } from '@brandscope/client';
import type { Command } from 'commander';
import { contract, type OperationName, operationNames } from '../../../contract/table.ts';
import { type Config, readConfig } from '../../config.ts';
import { wantsJson } from '../options.ts';
import { pour, print, readStdin, WrongUsage } from '../terminal.ts';

type Options = { url?: string; key?: string };

export function addCall(program: Command): void {
  program
    .command('call')
    .description('call an operation of the API and print its answer')
    .argument('<operation>', 'name (brandReport), path (brand-report) or "METHOD path" ("DELETE /brand")')
    .argument('[json]', 'the request; - reads it from standard input', '{}')
    .option('--url <url>', 'address of the service (PUBLIC_URL, or HOST and PORT, unless given)')
    .option('--key <key>', 'API key (BRANDSCOPE_KEY, unless given)')
    .addHelpText('after', `\nOperations:\n${operationList()}`)
    .action(async (operation: string, json: string, options: Options, command: Command) =>
      call({ operation, json, options }, wantsJson(command)),
    );
}

type Call = { operation: string; json: string; options: Options };

async function call({ operation, json, options }: Call, compact: boolean): Promise<void> {
  const name = findOperation(operation);
  const input = parse(json === '-' ? await readStdin() : json);
  const config = readConfig();
  const key = options.key ?? config.BRANDSCOPE_KEY;
  if (!key)
    throw new WrongUsage(
      'an API key is needed: give --key or set BRANDSCOPE_KEY (brandscope key create makes one)',
    );
  const client = connectTo(options.url ?? ownUrl(config), key);
  const answer = await (client[name] as (input: unknown) => Promise<unknown>)(input);
  if (answer instanceof Response) return pour(answer.body ?? []);
  print(answer, { json: compact, text: JSON.stringify(answer, null, 2) });
}

function connectTo(url: string, key: string) {
  try {
    return connect({ url, key });
  } catch (error) {
    throw new WrongUsage((error as Error).message, { cause: error });
  }
}

/** By name, by path (of several, the one with POST) or by method and path. */
function findOperation(text: string): OperationName {
  const given = text.trim();
  const [, method = 'POST', path = ''] = /^(?:([A-Za-z]+) +)?(?:\/api\/v1)?\/?(\S+)$/.exec(given) ?? [];
  const found = operationNames.find(
    (name) =>
      name === given ||
      (contract[name].method === method.toUpperCase() && contract[name].path === `/${path}`),
  );
  if (!found)
    throw new WrongUsage(`there is no operation ${JSON.stringify(text)}; there are:\n${operationList()}`);
  return found;
}

function operationList(): string {
  const width = Math.max(...operationNames.map((name) => name.length));
  return operationNames
    .map((name) => `  ${name.padEnd(width)}  ${contract[name].method.padEnd(6)} ${contract[name].path}`)
    .join('\n');
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new WrongUsage(`the request is not valid JSON: ${(error as Error).message}`, { cause: error });
  }
}

function ownUrl({ PUBLIC_URL, HOST, PORT }: Config): string {
  const host =
    HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '[::1]' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return PUBLIC_URL ?? `http://${host}:${PORT}`;
}
