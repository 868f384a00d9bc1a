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
  LOG_LEVEL: z.preprocess(
    blankIsUnset,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  RATE_LIMIT_PER_MINUTE: z.preprocess(blankIsUnset, whole(0, 0)),
  MAX_IN_FLIGHT: z.preprocess(blankIsUnset, whole(1, 200)),
});

export type Config = Readonly<z.output<typeof schema>>;

/** The settings from environment variables. Throws one message that names each wrong variable. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return Object.freeze(parsed.data);
  const wrong = parsed.error.issues.map(({ path: at, message }) => {
    const name = String(at[0]);
    return `${name}=${environment[name]}: ${message}`;
  });
  throw new Error(`wrong settings in the environment:\n  ${wrong.join('\n  ')}`);
}
