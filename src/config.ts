// The one reader of the environment. Read once, checked, frozen.
import path from 'node:path';
import { z } from 'zod';

const whole = (least: number, otherwise: number) => z.coerce.number().int().min(least).default(otherwise);
const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);

const schema = z.object({
  PORT: z.preprocess(blankIsUnset, z.coerce.number().int().min(0).max(65_535).default(8080)),
  HOST: z.preprocess(blankIsUnset, z.string().default('127.0.0.1')),
  DATA_DIR: z.preprocess(
    blankIsUnset,
    z
      .string()
      .default('./data')
      .transform((folder) => path.resolve(folder)),
  ),
  DATABASE_URL: z.preprocess(
    blankIsUnset,
    z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// URL' }).optional(),
  ),
  PUBLIC_URL: z.preprocess(
    blankIsUnset,
    z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
  ),
  /** The key that `brandscope call` uses when none is given. */
  BRANDSCOPE_KEY: z.preprocess(blankIsUnset, z.string().optional()),
  LOG_LEVEL: z.preprocess(
    blankIsUnset,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  RATE_LIMIT_PER_MINUTE: z.preprocess(blankIsUnset, whole(0, 0)),
  MAX_IN_FLIGHT: z.preprocess(blankIsUnset, whole(1, 200)),
});

export type Config = Readonly<z.output<typeof schema>>;

type Environment = Record<string, string | undefined>;

/**
 * The settings from environment variables; `otherwise` holds other defaults. Throws one message that names
 * each wrong variable.
 */
export function readConfig(environment: Environment = process.env, otherwise: Environment = {}): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  const parsed = schema.safeParse({ ...otherwise, ...Object.fromEntries(given) });
  if (parsed.success) return Object.freeze(parsed.data);
  const wrong = parsed.error.issues.map(({ path: at, message }) => {
    const name = String(at[0]);
    return `${name}=${environment[name]}: ${message}`;
  });
  throw new Error(`wrong settings in the environment:\n  ${wrong.join('\n  ')}`);
}
