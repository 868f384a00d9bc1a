// Stands in for `generateContent` of the Gemini API with Google Search, as documented in November 2026 (sources
// in `src/collector/agents/gemini.ts`).
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Passage, passagesOf } from './passages.ts';
import type { FailureMode, OddMode, Received, Reply, Script, Vendor } from './vendor.ts';

type Page = Script['cited'][number];

export const gemini: Vendor = {
  id: 'gemini',
  promptOf: (received) => checked(received).prompt,
  agentOf: () => 'gemini',
  reply,
  fail: (received, mode) => failures[mode](checked(received).model),
};

const REDIRECT = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/';

/** The page behind one of this stand-in's redirects; null for Google's own. */
export function groundedPage(redirect: string): string | null {
  if (!redirect.startsWith(`${REDIRECT}DEMO`)) return null;
  return Buffer.from(redirect.slice(REDIRECT.length + 4), 'base64url').toString('utf8');
}

const Body = z.strictObject({
  contents: z.tuple([
    z.strictObject({
      role: z.literal('user'),
      parts: z.tuple([z.strictObject({ text: z.string().min(1) })]),
    }),
  ]),
  tools: z.tuple([z.strictObject({ googleSearch: z.strictObject({}) })]),
  toolConfig: z
    .strictObject({ retrievalConfig: z.strictObject({ languageCode: z.string().regex(/^[a-z]{2}$/) }) })
    .optional(),
  generationConfig: z.strictObject({
    maxOutputTokens: z.int().min(1).max(65_536),
    thinkingConfig: z.strictObject({ thinkingLevel: z.enum(['LOW', 'MEDIUM', 'HIGH']) }).optional(),
  }),
});

function checked({ method, path, headers, body }: Received): { model: string; prompt: string } {
  const model = /^\/v1beta\/models\/([\w.-]+):generateContent$/.exec(path)?.[1];
  if (method !== 'POST' || !model) throw new Error(`not found: ${method} ${path}`);
  if (!headers['x-goog-api-key'])
    throw new Error("Method doesn't allow unregistered callers: the header x-goog-api-key is missing");
  const read = Body.safeParse(body);
  if (!read.success) throw new Error(`Invalid JSON payload received. ${z.prettifyError(read.error)}`);
  if (/^gemini-[12]\b/.test(model) && read.data.generationConfig.thinkingConfig)
    throw new Error(`Thinking level is not supported for ${model}.`);
  return { model, prompt: read.data.contents[0].parts[0].text };
}

function reply(received: Received, script: Script, odd?: OddMode): Reply {
  const { model, prompt } = checked(received);
  const text = odd === 'empty_text' ? '' : script.text;
  const grounding = script.searched ? groundingOf({ ...script, text }, odd) : undefined;
  const candidate = {
    content: { ...(text !== '' && { parts: partsOf(text, odd) }), role: 'model' },
    finishReason: 'STOP',
    index: 0,
    ...(grounding && { groundingMetadata: grounding }),
  };
  return sent(200, {
    candidates: [candidate],
    usageMetadata: usageOf({ prompt, text, searched: script.searched }),
    modelVersion: model,
    responseId: token(text, 22),
  });
}

/** The second half begins a part of its own. */
function partsOf(text: string, odd?: OddMode): object[] {
  const parts = halves(text).map((half) => ({ text: half }));
  if (odd !== 'unknown_items') return parts;
  const thought = { text: 'Let me think about Acme first.', thought: true };
  const call = { toolCall: { id: 'call-1', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['acme'] } } };
  return [thought, ...parts.flatMap((part) => [part, call]), { hologram: { text: 'not for readers' } }];
}

function halves(text: string): string[] {
  const middle = text.indexOf('\n\n', Math.floor(text.length / 2));
  return middle === -1 ? [text] : [text.slice(0, middle), text.slice(middle)];
}

// One page that is only consulted comes first, so that the places of the cited ones matter.
function groundingOf(script: Script, odd?: OddMode): object {
  const { cited, consulted, searches } = script;
  const pages = [...consulted.slice(0, 1), ...cited, ...consulted.slice(1)];
  const chunks = pages.map((page) => ({ web: webOf(page, odd) }));
  const unknown = {
    image: { sourceUri: 'https://pictures.example/', imageUri: 'https://pictures.example/a.png' },
  };
  const before = odd === 'unknown_items' ? [unknown] : [];
  const places = new Map(pages.map(({ url }, place) => [url, place + before.length]));
  return {
    searchEntryPoint: { renderedContent: '<style>.chip {}</style><div class="container"></div>' },
    groundingChunks: [...before, ...chunks],
    groundingSupports: supportsOf(script, places),
    webSearchQueries: odd === 'unknown_items' ? ['', ...searches] : searches,
  };
}

function webOf({ url, title }: Page, odd?: OddMode) {
  const uri = `${REDIRECT}DEMO${Buffer.from(url).toString('base64url')}`;
  const domain = URL.parse(url)?.hostname.replace(/^www\./, '') ?? title;
  return { uri, title: odd === 'null_titles' ? null : domain };
}

/** Passages with their pages; indices count bytes within a part, and zeros are left out. */
function supportsOf(script: Script, places: ReadonlyMap<string, number>): object[] {
  let at = 0;
  return passagesOf(script).flatMap((passage) => {
    const from = at;
    at += passage.text.length;
    return passage.cited.length === 0 ? [] : [supportOf(script.text, { passage, from, places })];
  });
}

type Support = { passage: Passage; from: number; places: ReadonlyMap<string, number> };

function supportOf(text: string, { passage, from, places }: Support): object {
  const [first = ''] = halves(text);
  const isSecond = from >= first.length;
  const startIndex = Buffer.byteLength(text.slice(isSecond ? first.length : 0, from));
  const segment = {
    ...(isSecond && { partIndex: 1 }),
    ...(startIndex > 0 && { startIndex }),
    endIndex: startIndex + Buffer.byteLength(passage.text.trimEnd()),
    text: passage.text.trimEnd(),
  };
  return { segment, groundingChunkIndices: passage.cited.map(({ url }) => places.get(url)) };
}

function usageOf({ prompt, text, searched }: { prompt: string; text: string; searched: boolean }) {
  const count = (tokens: number) => [{ modality: 'TEXT', tokenCount: tokens }];
  const asked = Math.ceil(prompt.length / 4);
  const found = searched ? 1180 : 0;
  const said = Math.ceil(text.length / 4);
  const thought = 96;
  return {
    promptTokenCount: asked,
    candidatesTokenCount: said,
    totalTokenCount: asked + found + said + thought,
    promptTokensDetails: count(asked),
    ...(searched && { toolUsePromptTokenCount: found, toolUsePromptTokensDetails: count(found) }),
    thoughtsTokenCount: thought,
  };
}

const failures: Record<FailureMode, (model: string) => Reply | null> = {
  auth: () =>
    failed(400, 'INVALID_ARGUMENT', {
      message: 'API key not valid. Please pass a valid API key.',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'API_KEY_INVALID',
          domain: 'googleapis.com',
          metadata: { service: 'generativelanguage.googleapis.com' },
        },
      ],
    }),
  quota: () =>
    failed(429, 'RESOURCE_EXHAUSTED', {
      message:
        'Your prepayment credits are depleted. Please go to AI Studio to manage your project and billing.',
    }),
  rate_seconds: () => ({ ...busy(), headers: { 'retry-after': '7' } }),
  rate_date: () => ({
    ...busy(),
    headers: { date: 'Sat, 21 Nov 2026 10:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' },
  }),
  rate_body: (model) =>
    failed(429, 'RESOURCE_EXHAUSTED', {
      message: `You exceeded your current quota, please check your plan and billing details. \n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_paid_tier_requests, limit: 300, model: ${model}\nPlease retry in 12.434392449s.`,
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
          violations: [
            {
              quotaMetric: 'generativelanguage.googleapis.com/generate_content_paid_tier_requests',
              quotaId: 'GenerateRequestsPerMinutePerProjectPerModel',
              quotaDimensions: { model, location: 'global' },
              quotaValue: '300',
            },
          ],
        },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '12s' },
      ],
    }),
  overloaded: () =>
    failed(503, 'UNAVAILABLE', { message: 'The model is overloaded. Please try again later.' }),
  server: () => failed(500, 'INTERNAL', { message: 'An internal error has occurred.' }),
  refused: (model) =>
    sent(200, {
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
      usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 },
      modelVersion: model,
    }),
};

function busy(): Reply {
  return failed(429, 'RESOURCE_EXHAUSTED', { message: 'Resource has been exhausted (e.g. check quota).' });
}

function failed(code: number, status: string, said: { message: string; details?: object[] }): Reply {
  const { message, ...rest } = said;
  return sent(code, { error: { code, message, status, ...rest } });
}

function sent(status: number, body: object): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: JSON.stringify(body, null, 2),
  };
}

/** Looks random and is the same for the same text. */
function token(text: string, length: number): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, length);
}
