// Stands in for SerpApi: Copilot Search, Google's AI Mode, and results pages whose AI overview comes with them or,
// in the mode `pause`, by a second request with a token.
import type { FailureMode, OddMode, Received, Reply, Script, Vendor } from './vendor.ts';

const agents = new Map([
  ['bing_copilot', 'copilot'],
  ['google_ai_mode', 'google_ai_mode'],
  ['google', 'google_ai_overview'],
  ['google_ai_overview', 'google_ai_overview'],
]);

const TOKEN =
  'KIVu-nicjZTLTttQEIbHjQ2pINyXqVQVqbJYsLF9fOKGLhCXQkFcxKVS1Y11bJ_EIceObQcSVl30PfoSfYA-RN-oT9A4xKUFqWoX';

export const serpapi: Vendor = {
  id: 'serpapi',
  promptOf: (received) => parametersOf(received).get('q'),
  agentOf: (received) => agents.get(parametersOf(received).get('engine') ?? '') ?? '',
  reply(received, script, odd) {
    const parameters = parametersOf(received);
    return found(parameters, fieldsOf(parameters.get('engine'), script, odd));
  },
  fail(received, mode) {
    parametersOf(received);
    return failures[mode];
  },
};

function parametersOf({ method, path }: Received): URLSearchParams {
  const url = new URL(path, 'https://serpapi.example');
  if (method !== 'GET') throw new Error(`SerpApi is asked by GET, not ${method}`);
  if (!/^\/search(\.json)?$/.test(url.pathname)) throw new Error(`SerpApi has no path ${url.pathname}`);
  const parameters = url.searchParams;
  const engine = parameters.get('engine') ?? '';
  if (!agents.has(engine)) throw new Error(`Unsupported \`${engine}\` search engine.`);
  if (!parameters.get('api_key')) throw new Error('Missing `api_key` parameter.');
  const needed = engine === 'google_ai_overview' ? 'page_token' : 'q';
  if (!parameters.get(needed)) throw new Error(`Missing query \`${needed}\` parameter.`);
  if (needed === 'page_token' && parameters.get('page_token') !== TOKEN)
    throw new Error('Invalid `page_token`.');
  if (parameters.get('no_cache') === 'true' && parameters.has('async'))
    throw new Error('`no_cache` and `async` parameters should not be used together.');
  return parameters;
}

function fieldsOf(engine: string | null, script: Script, odd?: OddMode): object {
  const answer = answerOf(script, odd);
  if (engine === 'bing_copilot') return { ...answer, images_link: 'https://www.bing.com/images/search' };
  if (engine === 'google_ai_mode') {
    const markdown = odd === 'empty_text' ? '' : script.text;
    return { ...answer, subsequent_request_token: 'eyJhIjoxfQ', reconstructed_markdown: markdown };
  }
  const organic_results = script.consulted.map(({ url, title }, place) => ({
    position: place + 1,
    title,
    link: url,
  }));
  if (engine === 'google_ai_overview') return { ai_overview: answer };
  return { ai_overview: odd === 'pause' ? withToken() : answer, organic_results };
}

function withToken(): object {
  return {
    page_token: TOKEN,
    serpapi_link: `https://serpapi.com/search.json?engine=google_ai_overview&page_token=${TOKEN}`,
  };
}

// Paragraphs and lists of the text are blocks; each names some of the references.
function answerOf({ text, cited }: Script, odd?: OddMode): object {
  const parts = odd === 'empty_text' ? [] : text.split('\n\n');
  const indexesOf = (place: number) => cited.flatMap((_, one) => (one % parts.length === place ? [one] : []));
  const blocks = parts.map((part, place) => block(part, indexesOf(place)));
  const references = cited.map(({ url, title }, index) => ({
    title: odd === 'null_titles' ? null : title,
    link: url,
    snippet: null,
    source: new URL(url).hostname,
    index,
  }));
  return {
    text_blocks:
      odd === 'unknown_items' ? [{ type: 'carousel', reference_indexes: 'all' }, null, ...blocks] : blocks,
    references,
  };
}

function block(part: string, reference_indexes: number[]): object {
  const lines = part.split('\n');
  const [, marks = '', title = ''] = /^(#{1,6}) (.*)$/.exec(part) ?? [];
  if (marks !== '') return { type: 'heading', level: marks.length, snippet: title, reference_indexes };
  if (!lines.every((line) => /^[-*] /.test(line)))
    return { type: 'paragraph', snippet: part, reference_indexes };
  return { type: 'list', list: lines.map((line) => ({ snippet: line.slice(2) })), reference_indexes };
}

function found(parameters: URLSearchParams, fields: object): Reply {
  const asked = Object.fromEntries([...parameters].filter(([name]) => !/^(api_key|no_cache)$/.test(name)));
  const body = {
    search_metadata: {
      id: '691ed9b07c41f3c2a9b1e5d4',
      status: 'Success',
      json_endpoint: 'https://serpapi.com/searches/c1d6f0a2b3e4/691ed9b07c41f3c2a9b1e5d4.json',
      created_at: '2026-11-20 09:30:08 UTC',
      processed_at: '2026-11-20 09:30:08 UTC',
      total_time_taken: 6.42,
    },
    search_parameters: asked,
    ...fields,
  };
  return { status: 200, body: JSON.stringify(body) };
}

function refusal(status: number, error: string, headers?: Record<string, string>): Reply {
  return { status, body: JSON.stringify({ error }), ...(headers ? { headers } : {}) };
}

const TOO_MANY = 'You have exceeded the hourly throughput limit of your account.';

const failures: Record<FailureMode, Reply | null> = {
  auth: refusal(401, 'Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key'),
  quota: refusal(429, 'Your account has run out of searches.'),
  rate_seconds: refusal(429, TOO_MANY, { 'retry-after': '7' }),
  rate_date: refusal(429, TOO_MANY, {
    date: 'Fri, 20 Nov 2026 09:30:00 GMT',
    'retry-after': 'Fri, 20 Nov 2026 09:30:30 GMT',
  }),
  rate_body: refusal(429, TOO_MANY),
  overloaded: refusal(503, 'SerpApi is temporarily unavailable. Please try again later.'),
  server: refusal(500, 'Something went wrong. Please contact support@serpapi.com.'),
  refused: null,
};
