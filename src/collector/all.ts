// Every connection that there is, the preferred ones of an agent first, and what they cost.
import type { Db } from '../storage/open.ts';
import { anthropic } from './agents/anthropic.ts';
import { compatible, ollama, openrouter } from './agents/compatible.ts';
import { dataforseo } from './agents/dataforseo.ts';
import { gemini } from './agents/gemini.ts';
import { mistral } from './agents/mistral.ts';
import { openai } from './agents/openai.ts';
import { perplexity } from './agents/perplexity.ts';
import { serpapi } from './agents/serpapi.ts';
import { xai } from './agents/xai.ts';
import { Connections, type Setting } from './connections.ts';
import prices from './prices.json' with { type: 'json' };

export const allConnections = [
  openai,
  anthropic,
  gemini,
  perplexity,
  xai,
  mistral,
  dataforseo,
  serpapi,
  openrouter,
  ollama,
  compatible,
];

export type ConnectOptions = {
  db: Db;
  secret: Buffer;
  settings: Record<string, Setting>;
  onError: (error: unknown) => void;
};

/** All connections, as the environment and the accounts set them up. */
export function connectAll(options: ConnectOptions): Connections {
  return new Connections({ ...options, connections: allConnections, prices });
}
