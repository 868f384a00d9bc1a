// DataForSEO's bodies, written by hand in the shapes of the vendor's pages, and what they say.
import type { Ask, Exchange } from '../../src/collector/agents/agent.ts';
import { dataforseo } from '../../src/collector/agents/dataforseo.ts';

export const surfaces = ['chatgpt_web', 'google_ai_mode', 'google_ai_overview'];
export const askOf = (agent: string): Ask => ({
  agent,
  prompt: 'best crm for small agencies',
  model: agent,
  country: null,
  language: null,
});
export const endpoint = { baseUrl: 'https://api.dataforseo.com/v3', key: 'me@acme.example:s:ecret' };

export const received = (body: unknown, status = 200, headers: Record<string, string> = {}): Exchange => ({
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
export const parse = (agent: string, ...exchanges: Exchange[]) => dataforseo.parse(askOf(agent), exchanges);

// Envelope, task and results as the vendor's pages show them for the three live endpoints.
export const envelope = (task: object, top: object = {}) => ({
  version: '0.1.20260717',
  status_code: 20000,
  status_message: 'Ok.',
  time: '11.5218 sec.',
  cost: 0.004,
  tasks_count: 1,
  tasks_error: 0,
  tasks: [
    {
      id: '07231252-7652-0139-0000-301b3ccdda6f',
      status_code: 20000,
      status_message: 'Ok.',
      time: '11.4391 sec.',
      cost: 0.004,
      result_count: 1,
      path: ['v3', 'serp', 'google', 'ai_mode', 'live', 'advanced'],
      data: { api: 'serp', function: 'live', se: 'google', keyword: 'best crm for small agencies' },
      ...task,
    },
  ],
  ...top,
});
export const withResult = (result: unknown) => envelope({ result: [result] });
export const failedTask = (status_code: number, status_message: string, cost = 0) =>
  envelope({ status_code, status_message, cost, result_count: 0, result: null }, { cost });
export const refusal = (status_code: number, status_message: string) => ({
  ...envelope({}),
  status_code,
  status_message,
  cost: 0,
  tasks_count: 0,
  tasks: null,
});

export const acme = 'https://reviews.example/crm/acme?utm_source=chatgpt.com';
export const globex = 'https://globex.example/';
export const globexPrices = 'https://globex.example/pricing';
export const initech = 'https://initech.example/blog';
export const source = (url: string, title: string | null) => ({
  type: 'chat_gpt_source',
  title,
  snippet: 'What we found out',
  domain: new URL(url).hostname,
  url,
  thumbnail: null,
  source_name: 'Reviews',
  publication_date: null,
  markdown: null,
});
export const found = (url: string, title: string | null) => ({
  type: 'chatgpt_search_result',
  url,
  domain: new URL(url).hostname,
  title,
  description: 'About CRM',
  breadcrumb: new URL(url).hostname,
});
export const chatText = `**Globex** costs least. [globex.example](${globexPrices})\n\n- **Acme** is built for agencies. [reviews.example](${acme})`;
export const chat = {
  keyword: 'best crm for small agencies',
  location_code: 2840,
  language_code: 'en',
  model: 'gpt-5-6',
  check_url: 'https://chatgpt.com/?hints=search&prompt=best+crm',
  datetime: '2026-11-19 12:57:46 +00:00',
  markdown: chatText,
  search_results: [found(initech, 'Initech blog'), found(acme, 'Acme review'), found(initech, null)],
  sources: [source(acme, 'Acme review'), source(globex, 'Globex'), source(globexPrices, null)],
  fan_out_queries: ['crm small agencies 2026', 'globex crm price'],
  brand_entities: [{ type: 'chat_gpt_brand_entity', title: 'Zorvexa', category: 'company', urls: null }],
  se_results_count: 0,
  item_types: ['chat_gpt_text', 'chat_gpt_ad'],
  items_count: 2,
  items: [
    {
      type: 'chat_gpt_text',
      rank_group: 1,
      rank_absolute: 1,
      markdown: chatText,
      sources: [source(acme, 'Acme review')],
      brand_entities: null,
    },
    {
      type: 'chat_gpt_ad',
      rank_group: 1,
      rank_absolute: 2,
      is_rendered: true,
      title: 'Try Zorvexa',
      snippet: 'Zorvexa is the best',
      url: 'https://zorvexa.example/',
      domain: 'zorvexa.example',
      image_url: null,
      advertiser: { name: 'Zorvexa' },
    },
  ],
};
export const chatAnswer = {
  kind: 'answer',
  text: chatText,
  cited: [
    { url: globexPrices, title: '' },
    { url: acme, title: 'Acme review' },
    { url: globex, title: 'Globex' },
  ],
  consulted: [{ url: initech, title: 'Initech blog' }],
  searches: ['crm small agencies 2026', 'globex crm price'],
  searched: 'yes',
  model: 'gpt-5-6',
  finish: 'Ok.',
  usage: { input_tokens: null, output_tokens: null, searches: 1, usd: 0.004 },
};

export const reference = (url: string, title: string | null) => ({
  type: 'ai_overview_reference',
  position: 'left',
  source: 'Reviews',
  domain: new URL(url).hostname,
  url,
  title,
  text: 'What we found out',
});
export const section = (text: string, references: unknown) => ({
  type: 'ai_overview_element',
  position: 'left',
  title: 'Which one',
  text,
  markdown: text,
  links: null,
  images: null,
  references,
});
export const overview = {
  type: 'ai_overview',
  rank_group: 1,
  rank_absolute: 1,
  page: 1,
  position: 'left',
  xpath: '/html[1]/body[1]/div[1]',
  asynchronous_ai_overview: true,
  markdown: '**Globex** costs least.\n\n**Acme** is built for agencies.',
  items: [
    section('**Globex** costs least.', [reference(globex, 'Globex')]),
    {
      type: 'ai_overview_expanded_element',
      position: 'left',
      title: 'Acme',
      text: null,
      components: [
        {
          type: 'ai_overview_expanded_component',
          title: null,
          text: 'Acme is built for agencies.',
          markdown: '**Acme** is built for agencies.',
          images: null,
          links: null,
          references: [reference(acme, 'Acme review'), reference(globex, null)],
        },
      ],
      references: null,
    },
    {
      type: 'ai_overview_paid',
      text: null,
      markdown: 'Ad: Zorvexa',
      items: [{ type: 'ai_overview_paid_element' }],
    },
  ],
  references: [reference(initech, 'Initech blog'), reference(acme, 'Acme review')],
  rectangle: null,
};
export const page = (...items: unknown[]) => ({
  keyword: 'best crm for small agencies',
  type: 'organic',
  se_domain: 'google.com',
  location_code: 2840,
  language_code: 'en',
  check_url: 'https://www.google.com/search?q=best+crm',
  datetime: '2026-11-19 12:57:46 +00:00',
  spell: null,
  refinement_chips: null,
  item_types: ['ai_overview', 'organic'],
  se_results_count: 0,
  items_count: items.length,
  items,
});
export const organic = {
  type: 'organic',
  rank_group: 1,
  rank_absolute: 2,
  domain: 'forum.example',
  title: 'Forum',
  url: 'https://forum.example/',
};
export const pageAnswer = {
  kind: 'answer',
  text: overview.markdown,
  cited: [
    { url: globex, title: 'Globex' },
    { url: acme, title: 'Acme review' },
    { url: initech, title: 'Initech blog' },
  ],
  consulted: [],
  searches: [],
  searched: 'yes',
  model: 'google_ai_overview',
  finish: 'Ok.',
  usage: chatAnswer.usage,
};
