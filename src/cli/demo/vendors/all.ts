// The stand-ins of all vendors.
import { anthropic } from './anthropic.ts';
import { compatible, ollama, openrouter } from './compatible.ts';
import { dataforseo } from './dataforseo.ts';
import { gemini } from './gemini.ts';
import { mistral } from './mistral.ts';
import { openai } from './openai.ts';
import { perplexity } from './perplexity.ts';
import { serpapi } from './serpapi.ts';
import type { Vendor } from './vendor.ts';
import { xai } from './xai.ts';

export const allVendors: readonly Vendor[] = [
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
