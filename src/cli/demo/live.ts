// `brandscope demo --live`: vendors that stand on this machine and answer with invented texts, so that plans,
// progress, failures and cost can be seen without any key.
import { demoSays } from './answers.ts';
import { seeded } from './random.ts';
import { anthropic } from './vendors/anthropic.ts';
import { dataforseo } from './vendors/dataforseo.ts';
import { openai } from './vendors/openai.ts';
import { perplexity } from './vendors/perplexity.ts';
import { type Behaviour, startVendors, type VendorServer } from './vendors/server.ts';
import type { Script } from './vendors/vendor.ts';
import { xai } from './vendors/xai.ts';

export const LIVE_AGENTS = ['chatgpt', 'claude', 'perplexity', 'grok', 'google_ai_overview'];

const KEY = 'demonstration-key-of-no-vendor';

/** Starts the vendors; `environment` leads the collector to them, and to nobody else. */
export async function startLive(): Promise<{ server: VendorServer; environment: Record<string, string> }> {
  const random = seeded(Date.now() % 2 ** 31);
  let salt = 0;
  const server = await startVendors({
    vendors: [openai, anthropic, perplexity, xai, dataforseo],
    behave: ({ agent, prompt }) => behaviour(random.next(), { agent, prompt: prompt ?? '', salt: salt++ }),
  });
  const environment = {
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: `${server.url('openai')}/v1`,
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: `${server.url('anthropic')}/v1`,
    PERPLEXITY_API_KEY: KEY,
    PERPLEXITY_BASE_URL: `${server.url('perplexity')}/v1`,
    XAI_API_KEY: KEY,
    XAI_BASE_URL: `${server.url('xai')}/v1`,
    DATAFORSEO_LOGIN: 'demonstration',
    DATAFORSEO_PASSWORD: KEY,
    DATAFORSEO_BASE_URL: `${server.url('dataforseo')}/v3`,
    ...Object.fromEntries(OTHERS.map((name) => [name, ''])),
  };
  return { server, environment };
}

// A real key in the environment must not be used by a demonstration.
const OTHERS = [
  'GEMINI_API_KEY',
  'MISTRAL_API_KEY',
  'OPENROUTER_API_KEY',
  'SERPAPI_API_KEY',
  'OLLAMA_BASE_URL',
  'COMPATIBLE_BASE_URL',
];

type Question = { agent: string; prompt: string; salt: number };

/** Mostly an answer after a second or two; now and then what vendors do on a bad day. */
function behaviour(chance: number, question: Question): Behaviour {
  if (chance < 0.02) return { mode: 'fail', failure: 'server' };
  if (chance < 0.03) return { mode: 'fail', failure: 'refused' };
  if (chance < 0.035) return { mode: 'fail', failure: 'rate_seconds' };
  return { mode: 'healthy', script: scriptOf(question), delayMs: 300 + chance * 2500 };
}

function scriptOf(question: Question): Script {
  const { text, citations, searches } = demoSays(question);
  const pages = citations.map(({ url, title = null }) => ({ url, title }));
  const cited = Math.ceil(pages.length * 0.7);
  return {
    text,
    cited: pages.slice(0, cited),
    consulted: pages.slice(cited),
    searches,
    searched: pages.length > 0 || searches.length > 0,
  };
}
