// Stands in for DataForSEO's live endpoints: ChatGPT's page, Google's AI Mode and results pages with an overview.
import type { FailureMode, OddMode, Received, Reply, Script, Vendor } from './vendor.ts';

type Task = { keyword: string; [field: string]: unknown };
type Page = Script['cited'][number];

type Surface = {
  agent: string;
  path: string;
  longestPrompt: number;
  cost: number;
  result(task: Task, script: Script, odd?: OddMode): object;
};

const surfaces: Surface[] = [
  {
    agent: 'chatgpt_web',
    path: '/v3/ai_optimization/chat_gpt/llm_scraper/live/advanced',
    longestPrompt: 2000,
    cost: 0.004,
    result: chatResult,
  },
  {
    agent: 'google_ai_mode',
    path: '/v3/serp/google/ai_mode/live/advanced',
    longestPrompt: 700,
    cost: 0.004,
    result: (task, script, odd) => pageResult(task, [overview(script, odd)]),
  },
  {
    agent: 'google_ai_overview',
    path: '/v3/serp/google/organic/live/advanced',
    longestPrompt: 700,
    cost: 0.004,
    result: (task, script, odd) =>
      pageResult(task, [
        { ...overview(script, odd), asynchronous_ai_overview: true },
        ...script.consulted.map(organic),
      ]),
  },
];

export const dataforseo: Vendor = {
  id: 'dataforseo',
  promptOf: (received) => decoded(taskOf(received).keyword),
  agentOf: (received) => surfaceOf(received).agent,
  reply(received, script, odd) {
    const surface = surfaceOf(received);
    const task = taskOf(received);
    return done(surface, task, surface.result({ ...task, keyword: decoded(task.keyword) }, script, odd));
  },
  fail: (received, mode) => failures[mode](received),
};

function surfaceOf({ method, path }: Received): Surface {
  if (method !== 'POST') throw new Error(`DataForSEO is asked by POST, not ${method}`);
  const surface = surfaces.find((one) => one.path === path);
  if (!surface) throw new Error(`40402 Invalid Path: ${path}`);
  return surface;
}

function taskOf(received: Received): Task {
  const { headers, body } = received;
  const login = Buffer.from(
    /^Basic (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '',
    'base64',
  ).toString();
  if (!/^[^:]+:.+$/.test(login)) throw new Error('the authorization header is not Basic with login:password');
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) throw new Error('the body is not JSON');
  if (!Array.isArray(body) || body.length !== 1)
    throw new Error('40000 You can set only one task at a time.');
  const task = body[0] as Task;
  const { longestPrompt } = surfaceOf(received);
  if (typeof task.keyword !== 'string' || task.keyword === '')
    throw new Error("40501 Invalid Field: 'keyword'.");
  if (decoded(task.keyword).length > longestPrompt)
    throw new Error("40501 Invalid Field: 'keyword' is too long.");
  if (!Number.isInteger(task.location_code) && typeof task.location_name !== 'string')
    throw new Error("40501 Invalid Field: 'location_code'.");
  if (typeof task.language_code !== 'string') throw new Error("40501 Invalid Field: 'language_code'.");
  return task;
}

function decoded(keyword: string): string {
  return keyword
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

// ChatGPT's marks are links named by the site, at the ends of paragraphs.
function chatResult(task: Task, script: Script, odd?: OddMode): object {
  const markdown = odd === 'empty_text' ? '' : marked(script);
  const sources = script.cited.map((page) => ({
    type: 'chat_gpt_source',
    title: odd === 'null_titles' ? null : page.title,
    snippet: null,
    domain: hostOf(page.url),
    url: page.url,
    thumbnail: null,
    source_name: hostOf(page.url),
    publication_date: null,
    markdown: null,
  }));
  const items = [
    { type: 'chat_gpt_text', rank_group: 1, rank_absolute: 1, markdown, sources, brand_entities: null },
    ...(odd === 'unknown_items'
      ? [{ type: 'chat_gpt_hologram', rank_group: 1, rank_absolute: 2, sources: 7 }, null]
      : []),
  ];
  return {
    keyword: task.keyword,
    location_code: task.location_code ?? null,
    language_code: task.language_code,
    model: 'gpt-5-6',
    check_url: `https://chatgpt.com/?hints=search&prompt=${encodeURIComponent(task.keyword)}`,
    datetime: '2026-11-20 09:30:12 +00:00',
    markdown,
    search_results: script.searched
      ? [...script.cited, ...script.consulted].map((page) => searchResult(page, odd))
      : null,
    sources: script.searched ? sources : null,
    fan_out_queries: script.searched ? script.searches : null,
    brand_entities: null,
    se_results_count: 0,
    item_types: items.map((item) => item?.type ?? null),
    items_count: items.length,
    items,
  };
}

function marked({ text, cited }: Script): string {
  const paragraphs = text.split('\n\n');
  return paragraphs
    .map((paragraph, place) => {
      const marks = cited.filter((_, one) => one % paragraphs.length === place);
      return [paragraph, ...marks.map(({ url }) => `[${hostOf(url)}](${url})`)].join(' ');
    })
    .join('\n\n');
}

function searchResult({ url, title: given }: Page, odd?: OddMode): object {
  const domain = hostOf(url);
  const title = odd === 'null_titles' ? null : given;
  return { type: 'chatgpt_search_result', url, domain, title, description: null, breadcrumb: domain };
}

function pageResult(task: Task, items: object[]): object {
  return {
    keyword: task.keyword,
    type: 'organic',
    se_domain: 'google.com',
    location_code: task.location_code ?? null,
    language_code: task.language_code,
    check_url: `https://www.google.com/search?q=${encodeURIComponent(task.keyword)}`,
    datetime: '2026-11-20 09:30:12 +00:00',
    spell: null,
    refinement_chips: null,
    item_types: ['ai_overview'],
    se_results_count: 0,
    items_count: items.length,
    items,
  };
}

// A section per paragraph; the pages that it cites are its references, and the whole lists them all.
function overview(script: Script, odd?: OddMode): object {
  const references = script.cited.map((page) => reference(page, odd));
  const paragraphs = odd === 'empty_text' ? [] : script.text.split('\n\n');
  const sections = paragraphs.map((text, place) => ({
    type: 'ai_overview_element',
    position: 'left',
    title: null,
    text,
    markdown: text,
    links: null,
    images: null,
    references: references.filter((_, one) => one % paragraphs.length === place),
  }));
  return {
    type: 'ai_overview',
    rank_group: 1,
    rank_absolute: 1,
    page: 1,
    position: 'left',
    xpath: '/html[1]/body[1]/div[3]/div[1]',
    markdown: paragraphs.join('\n\n'),
    items:
      odd === 'unknown_items'
        ? [{ type: 'ai_overview_carousel', references: null }, null, ...sections]
        : sections,
    references,
    rectangle: null,
  };
}

function reference({ url, title }: Page, odd?: OddMode): object {
  const domain = hostOf(url);
  return {
    type: 'ai_overview_reference',
    position: 'left',
    source: domain,
    domain,
    url,
    title: odd === 'null_titles' ? null : title,
    text: null,
  };
}

function organic({ url, title }: Page, place: number): object {
  return {
    type: 'organic',
    rank_group: place + 1,
    rank_absolute: place + 2,
    page: 1,
    domain: hostOf(url),
    title,
    description: null,
    url,
    breadcrumb: url,
  };
}

const failures: Record<FailureMode, (received: Received) => Reply | null> = {
  auth: () => refusal(401, 40100, 'You are not authorized to access this resource.'),
  quota: () => refusal(402, 40200, 'Payment Required.'),
  // The vendor itself answers 200; what stands before it may answer 429.
  rate_seconds: () => ({ ...refusal(429, 40202, RATE), headers: { 'retry-after': '7' } }),
  rate_date: () => ({
    ...refusal(429, 40202, RATE),
    headers: { date: 'Fri, 20 Nov 2026 09:30:00 GMT', 'retry-after': 'Fri, 20 Nov 2026 09:30:30 GMT' },
  }),
  rate_body: (received) => failedTask(received, 40202, RATE),
  overloaded: (received) => failedTask(received, 50301, '3rd Party API Service Unavailable.'),
  server: () => refusal(500, 50000, 'Internal Error.'),
  refused: () => null,
};

const RATE = 'The rate-limit per minute has been exceeded.';

function done(surface: Surface, task: Task, result: object): Reply {
  const { cost } = surface;
  return {
    status: 200,
    body: envelope({ cost, tasks: [{ ...taskHead(surface, task), cost, result: [result] }] }),
  };
}

function failedTask(received: Received, status_code: number, status_message: string): Reply {
  const head = taskHead(surfaceOf(received), taskOf(received));
  const task = { ...head, status_code, status_message, cost: 0, result_count: 0, result: null };
  return { status: 200, body: envelope({ tasks_error: 1, tasks: [task] }) };
}

function taskHead({ path, agent }: Surface, task: Task) {
  return {
    id: '11200930-1535-0139-0000-5c0f7b1e2a43',
    status_code: 20000,
    status_message: 'Ok.',
    time: '9.8142 sec.',
    cost: 0,
    result_count: 1,
    path: path.slice(1).split('/'),
    data: { api: agent === 'chatgpt_web' ? 'ai_optimization' : 'serp', function: 'live', ...task },
  };
}

function refusal(status: number, status_code: number, status_message: string): Reply {
  return { status, body: envelope({ status_code, status_message, tasks_count: 0, tasks: null }) };
}

function envelope(fields: object): string {
  return JSON.stringify({
    version: '0.1.20261112',
    status_code: 20000,
    status_message: 'Ok.',
    time: '9.8803 sec.',
    cost: 0,
    tasks_count: 1,
    tasks_error: 0,
    ...fields,
  });
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '');
}
