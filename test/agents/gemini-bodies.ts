// A healthy response of the Gemini API, written by hand, and what the tests ask with.
import assert from 'node:assert/strict';
import type { Ask, Exchange, Link, Outcome } from '../../src/collector/agents/agent.ts';
import { gemini } from '../../src/collector/agents/gemini.ts';

export const ask: Ask = {
  agent: 'gemini',
  prompt: 'best crm for small agencies',
  model: 'gemini-3.8-flash',
  country: null,
  language: null,
};
export const endpoint = { baseUrl: 'https://generativelanguage.googleapis.com/v1beta', key: 'AIza-1' };

export const received = (body: unknown, status = 200, headers: Record<string, string> = {}): Exchange => ({
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
export const parse = (body: unknown, other: Partial<Ask> = {}) =>
  gemini.parse({ ...ask, ...other }, [received(body)]);
export const failure = (body: unknown, status: number, headers?: Record<string, string>) =>
  gemini.parse(ask, [received(body, status, headers)]);
export const answered = (outcome: Outcome) => {
  assert.equal(outcome.kind, 'answer');
  return outcome;
};
export const link = (id: string, title: string): Link => ({
  url: `https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZIYQ${id}`,
  title,
});
export const chunk = (id: string, title: string | null) => ({ web: { uri: link(id, '').url, title } });

// The shape of the documentation's example, with the counts and the second part of a recorded response.
export const first = '**Acme** führt den Markt. Globex ist günstiger.\n\n';
export const second = 'Initech folgt.';
export const metadata = {
  searchEntryPoint: { renderedContent: '<style>.chip{}</style><div class="container">...</div>' },
  groundingChunks: [
    chunk('a', 'reviews.example'),
    chunk('b', 'globex.example'),
    chunk('c', 'news.example'),
    chunk('d', 'initech.example'),
  ],
  groundingSupports: [
    {
      segment: { startIndex: 27, endIndex: 49, text: 'Globex ist günstiger.' },
      groundingChunkIndices: [1, 0],
    },
    { segment: { partIndex: 1, endIndex: 14, text: 'Initech folgt.' }, groundingChunkIndices: [3] },
    { segment: { endIndex: 26, text: '**Acme** führt den Markt.' }, groundingChunkIndices: [0] },
  ],
  webSearchQueries: ['best crm 2026', '', 'globex pricing', 'best crm 2026'],
};
export const candidate = {
  content: { parts: [{ text: first }, { text: second, thoughtSignature: 'Eo8BCioI' }], role: 'model' },
  finishReason: 'STOP',
  index: 0,
  groundingMetadata: metadata,
};
export const healthy = {
  candidates: [candidate],
  usageMetadata: {
    promptTokenCount: 8,
    candidatesTokenCount: 24,
    totalTokenCount: 1332,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: 8 }],
    toolUsePromptTokenCount: 1204,
    toolUsePromptTokensDetails: [{ modality: 'TEXT', tokenCount: 1204 }],
    thoughtsTokenCount: 96,
  },
  modelVersion: 'gemini-3.8-flash',
  responseId: 'mZx5aP2hKsCmz7IPq7yQ0QU',
};
export const changed = (change: object) => ({ ...healthy, candidates: [{ ...candidate, ...change }] });
export const grounded = (change: object) => changed({ groundingMetadata: { ...metadata, ...change } });
