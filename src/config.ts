// The one reader of the environment. Read once, checked, frozen.
import path from 'node:path';
import { z } from 'zod';

const whole = (least: number, otherwise: number) => z.coerce.number().int().min(least).default(otherwise);
const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);

const secret = z.preprocess(blankIsUnset, z.string().optional());
const address = z.preprocess(
  blankIsUnset,
  z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
);

/** How vendors are reached; the collector's connections say which of these they read. */
const vendorSettings = {
  OPENAI_API_KEY: secret,
  OPENAI_BASE_URL: address,
  ANTHROPIC_API_KEY: secret,
  ANTHROPIC_BASE_URL: address,
  GEMINI_API_KEY: secret,
  GEMINI_BASE_URL: address,
  PERPLEXITY_API_KEY: secret,
  PERPLEXITY_BASE_URL: address,
  XAI_API_KEY: secret,
  XAI_BASE_URL: address,
  MISTRAL_API_KEY: secret,
  MISTRAL_BASE_URL: address,
  OPENROUTER_API_KEY: secret,
  OPENROUTER_BASE_URL: address,
  OLLAMA_BASE_URL: address,
  COMPATIBLE_API_KEY: secret,
  COMPATIBLE_BASE_URL: address,
  COMPATIBLE_MODEL: secret,
  COMPATIBLE_AGENT: secret,
  DATAFORSEO_LOGIN: secret,
  DATAFORSEO_PASSWORD: secret,
  DATAFORSEO_BASE_URL: address,
  SERPAPI_API_KEY: secret,
  SERPAPI_BASE_URL: address,
};

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
  /** Seals vendors' keys and sign-ins; without it a file beside the data folder holds one. */
  SECRET_KEY: z.preprocess(blankIsUnset, z.string().min(32, 'must have at least 32 characters').optional()),
  ROLES: z.preprocess(blankIsUnset, z.enum(['all', 'api', 'collector']).default('all')),
  METRICS: z.preprocess(blankIsUnset, z.enum(['0', '1']).default('0')),
  /** Asked at once of each connection, by this process. */
  COLLECT_CONCURRENCY: z.preprocess(blankIsUnset, whole(1, 8)),
  ALLOW_PRIVATE_URLS: z.preprocess(blankIsUnset, z.enum(['0', '1']).default('0')),
  ...vendorSettings,
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

const SECRET = /KEY|PASSWORD|URL$/;

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
    // A secret that is too short is still a secret.
    const given = SECRET.test(name) ? '' : `=${environment[name]}`;
    return `${name}${given}: ${message}`;
  });
  throw new Error(`wrong settings in the environment:\n  ${wrong.join('\n  ')}`);
}

/** How the environment sets up a connection. */
export type VendorSettings = { key?: string; baseUrl?: string; model?: string; agent?: string };

/** What the environment says of each connection, with the variables that set it up; those without anything too. */
export function vendorsOf(config: Config): Record<string, VendorSettings & { variables: string }> {
  const of = (name: string, id: string): [string, VendorSettings & { variables: string }] => {
    const value = (what: string) =>
      (config as Record<string, unknown>)[`${name}_${what}`] as string | undefined;
    return [id, { key: value('API_KEY'), baseUrl: value('BASE_URL'), variables: `${name}_API_KEY` }];
  };
  const { DATAFORSEO_LOGIN: login, DATAFORSEO_PASSWORD: password } = config;
  return Object.fromEntries([
    of('OPENAI', 'openai'),
    of('ANTHROPIC', 'anthropic'),
    of('GEMINI', 'gemini'),
    of('PERPLEXITY', 'perplexity'),
    of('XAI', 'xai'),
    of('MISTRAL', 'mistral'),
    of('OPENROUTER', 'openrouter'),
    of('SERPAPI', 'serpapi'),
    [
      'dataforseo',
      {
        key: login && password ? `${login}:${password}` : undefined,
        baseUrl: config.DATAFORSEO_BASE_URL,
        variables: 'DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD',
      },
    ],
    // A server on the own machine needs no key: its address says that it is there.
    [
      'ollama',
      { key: config.OLLAMA_BASE_URL && '', baseUrl: config.OLLAMA_BASE_URL, variables: 'OLLAMA_BASE_URL' },
    ],
    [
      'compatible',
      {
        key: config.COMPATIBLE_BASE_URL && (config.COMPATIBLE_API_KEY ?? ''),
        baseUrl: config.COMPATIBLE_BASE_URL,
        model: config.COMPATIBLE_MODEL,
        agent: config.COMPATIBLE_AGENT,
        variables: 'COMPATIBLE_BASE_URL, COMPATIBLE_MODEL and COMPATIBLE_AGENT',
      },
    ],
  ]);
}
