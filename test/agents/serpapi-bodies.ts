// SerpApi's bodies, written by hand in the shapes of the vendor's pages, and what they say.
import type { Ask, Exchange } from '../../src/collector/agents/agent.ts';
import { serpapi } from '../../src/collector/agents/serpapi.ts';

export const surfaces = ['copilot', 'google_ai_mode', 'google_ai_overview'];
export const askOf = (agent: string): Ask => ({
  agent,
  prompt: 'best crm for small agencies',
  model: agent,
  country: null,
  language: null,
});
/** As long as real keys are. */
export const key = '0123456789abcdef'.repeat(4);
export const endpoint = { baseUrl: 'https://serpapi.com', key };

export const received = (body: unknown, status = 200, headers: Record<string, string> = {}): Exchange => ({
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
export const parse = (agent: string, ...exchanges: Exchange[]) => serpapi.parse(askOf(agent), exchanges);

export const found = (fields: object, status = 'Success') => ({
  search_metadata: {
    id: '691ed9b07c41f3c2a9b1e5d4',
    status,
    json_endpoint: 'https://serpapi.com/searches/c1d6f0a2b3e4/691ed9b07c41f3c2a9b1e5d4.json',
    created_at: '2026-11-19 12:57:40 UTC',
    processed_at: '2026-11-19 12:57:40 UTC',
    raw_html_file: 'https://serpapi.com/searches/c1d6f0a2b3e4/691ed9b07c41f3c2a9b1e5d4.html',
    total_time_taken: 7.31,
  },
  search_parameters: {
    engine: 'google',
    q: 'best crm for small agencies',
    gl: 'us',
    hl: 'en',
    device: 'desktop',
  },
  ...fields,
});

export const acme = 'https://reviews.example/crm/acme#:~:text=Acme%20is';
export const globex = 'https://globex.example/pricing';
export const initech = 'https://initech.example/blog';
export const forum = 'https://forum.example/';
export const references = [
  { title: 'Initech blog', link: initech, snippet: 'We blog', source: 'Initech', index: 0 },
  { title: 'Acme review', link: acme, snippet: 'Acme is ...', source: 'Reviews', index: 1 },
  { title: null, link: globex, snippet: null, source: 'Globex', index: 2 },
];
export const cited = [
  { url: globex, title: '' },
  { url: acme, title: 'Acme review' },
  { url: initech, title: 'Initech blog' },
];

export const overview = {
  text_blocks: [
    {
      type: 'paragraph',
      snippet: 'Globex costs least.',
      snippet_highlighted_words: ['costs least'],
      snippet_links: [{ text: 'Globex', link: 'https://www.google.com/search?q=Globex' }],
      reference_indexes: [2],
    },
    { type: 'heading', snippet: 'For agencies:', reference_indexes: [2] },
    {
      type: 'list',
      list: [
        {
          title: 'Acme:',
          snippet: 'Built for them.',
          reference_indexes: [1, 2],
          list: [{ snippet: 'Up to 20 people' }],
        },
        { snippet: 'Initech: old', thumbnail: 'https://serpapi.com/searches/1/images/a.jpeg' },
      ],
    },
    {
      type: 'table',
      table: [
        ['Tool', 'Price'],
        ['Acme', '$9 | month'],
      ],
      detailed: [[{ snippet: 'Tool' }, { snippet: 'Price' }]],
      formatted: [{ tool: 'Acme', price: '$9 | month' }],
    },
    {
      type: 'expandable',
      title: 'More',
      subtitle: 'What else',
      text_blocks: [
        { type: 'paragraph', snippet: 'Zorvexa is new.', reference_indexes: [1, 3] },
        {
          type: 'comparison',
          product_labels: ['Acme', 'Globex'],
          comparison: [{ feature: 'Seats', values: ['20', '5'] }],
        },
      ],
    },
  ],
  thumbnail: 'https://serpapi.com/searches/691ed9b07c41f3c2a9b1e5d4/images/b.png',
  references: [...references, { title: 'Forum', link: forum, snippet: 'We talk', source: 'Forum', index: 3 }],
};
export const overviewText = `Globex costs least.

### For agencies:

- **Acme:** Built for them.
  - Up to 20 people
- Initech: old

| Tool | Price |
| --- | --- |
| Acme | $9 \\| month |

### More

Zorvexa is new.

|  | Acme | Globex |
| --- | --- | --- |
| Seats | 20 | 5 |`;
export const overviewAnswer = {
  kind: 'answer',
  text: overviewText,
  cited: [cited[0], cited[1], { url: forum, title: 'Forum' }, cited[2]],
  consulted: [],
  searches: [],
  searched: 'yes',
  model: 'google_ai_overview',
  finish: 'Success',
  usage: { input_tokens: null, output_tokens: null, searches: 1, usd: null },
};

export const organic_results = [
  { position: 1, title: 'Forum', link: 'https://forum.example/', snippet: 'We talk' },
];
/** The page when Google loads the overview later. */
export const later = found({
  ai_overview: {
    page_token: 'KIVu-nicjZTLTttQ_EIbHjQ==',
    serpapi_link:
      'https://serpapi.com/search.json?engine=google_ai_overview&page_token=KIVu-nicjZTLTttQ_EIbHjQ%3D%3D',
  },
  organic_results,
});

export const mode = {
  text_blocks: [{ type: 'paragraph', snippet: 'Globex costs least. Acme is built for agencies.' }],
  references: [references[0], references[2], references[1]],
  subsequent_request_token: 'eyJhIjoxfQ',
  reconstructed_markdown: `**Globex** costs least. [Globex](${globex})\n\n**Acme** is built for agencies. [Reviews](${acme})`,
};

export const copilot = {
  header: 'CRM for small agencies',
  images_link: 'https://www.bing.com/images/search?q=crm',
  text_blocks: [
    { type: 'heading', level: 2, snippet: 'Cheapest' },
    {
      type: 'paragraph',
      snippet: 'Globex costs least.',
      snippet_highlighted_words: ['Globex'],
      reference_indexes: [2],
    },
    { type: 'list', list: [{ snippet: 'Acme is built for agencies.', reference_indexes: [1] }] },
    {
      type: 'table',
      headers: ['Tool', 'Price'],
      table: [['Acme', '$9']],
      formatted: [{ tool: 'Acme', price: '$9' }],
    },
    { type: 'code_block', code: 'echo ```acme```\n', language: 'sh' },
    { type: 'ordered_list', list: [{ snippet: 'Compare' }, { snippet: 'Choose' }] },
  ],
  references,
};
export const copilotText = `# CRM for small agencies

## Cheapest

Globex costs least.

- Acme is built for agencies.

| Tool | Price |
| --- | --- |
| Acme | $9 |

\`\`\`\`sh
echo \`\`\`acme\`\`\`
\`\`\`\`

1. Compare
2. Choose`;
