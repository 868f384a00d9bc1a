// The one reader of the environment. Read once, checked, frozen.
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';

const whole = (least: number, otherwise: number) => z.coerce.number().int().min(least).default(otherwise);
const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);

const secret = z.preprocess(blankIsUnset, z.string().optional());
const address = z.preprocess(
  blankIsUnset,
  z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
);

const NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return NETWORKS.includes(text) || (isIP(address) > 0 && isRange);
}

/** Addresses and networks, separated by commas. */
const networks = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine(
    (all) => all.every(isNetwork),
    `must be addresses or networks separated by commas, such as 127.0.0.1, 10.0.0.0/8 or ${NETWORKS.join(', ')}`,
  );

/** How people sign in to the console, beside their password. */
const signInSettings = {
  OIDC_ISSUER: address,
  OIDC_CLIENT_ID: secret,
  OIDC_CLIENT_SECRET: secret,
  /** On the button: "Sign in with ...". */
  OIDC_NAME: z.preprocess(blankIsUnset, z.string().default('OpenID Connect')),
  SMTP_URL: z.preprocess(
    blankIsUnset,
    z.url({ protocol: /^smtps?$/, error: 'must be an smtp(s) URL' }).optional(),
  ),
  /** Sender of invitations. */
  SMTP_FROM: secret,
  /** Proxies whose X-Forwarded-For is believed. */
  TRUST_PROXY: z.preprocess(blankIsUnset, networks.optional()),
};

/** Settings that mean nothing alone: each with those that it needs. */
const NEEDED: [name: string, needs: string[]][] = [
  ['OIDC_ISSUER', ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL']],
  ['SMTP_URL', ['SMTP_FROM']],
];

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

const settings = z.object({
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
  ...signInSettings,
  /** The key that `brandscope call` uses when none is given. */
  BRANDSCOPE_KEY: z.preprocess(blankIsUnset, z.string().optional()),
  LOG_LEVEL: z.preprocess(
    blankIsUnset,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  RATE_LIMIT_PER_MINUTE: z.preprocess(blankIsUnset, whole(0, 0)),
  MAX_IN_FLIGHT: z.preprocess(blankIsUnset, whole(1, 200)),
});

const schema = settings.superRefine((given: Record<string, unknown>, { addIssue }) => {
  for (const [name, needs] of NEEDED)
    for (const needed of given[name] === undefined ? [] : needs)
      if (given[needed] === undefined)
        addIssue({ code: 'custom', path: [needed], message: `must be set, because ${name} is` });
});

export type Config = Readonly<z.output<typeof schema>>;

const SECRET = /KEY|PASSWORD|SECRET|URL$/;

type Environment = Record<string, string | undefined>;

/**
 * The settings from environment variables; `otherwise` holds other defaults, `instead` what
 * goes before the variables. Throws one message that names
 * each wrong variable.
 */
export function readConfig(
  variables: Environment = process.env,
  otherwise: Environment = {},
  instead: Environment = {},
): Config {
  const environment = { ...variables, ...instead };
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  const parsed = schema.safeParse({ ...otherwise, ...Object.fromEntries(given) });
  if (parsed.success) return Object.freeze(parsed.data);
  const wrong = parsed.error.issues.map(({ path: at, message }) => {
    const name = String(at[0]);
    // A secret that is too short is still a secret.
    const isShown = environment[name] !== undefined && !SECRET.test(name);
    const given = isShown ? `=${environment[name]}` : '';
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
