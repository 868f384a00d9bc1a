// What Anthropic answers, written by hand in the shape of the example on its page "Web search tool", with
// thinking blocks as Sonnet 5.5 returns them; and what is to be read from it.

export const model = 'claude-sonnet-5-5';

export const acme = 'https://reviews.example/crm/acme';
export const globex = 'https://globex.example/pricing';
export const search = (id: string, query: string) => ({
  type: 'server_tool_use',
  id,
  name: 'web_search',
  input: { query },
  caller: { type: 'direct' },
});
export const results = (id: string, pages: [url: string, title: string | null][]) => ({
  type: 'web_search_tool_result',
  tool_use_id: id,
  caller: { type: 'direct' },
  content: pages.map(([url, title]) => ({
    type: 'web_search_result',
    url,
    title,
    encrypted_content: 'EqgfCioIARgBIiQ3YTAwMjY1Mi1mZjM5',
    page_age: 'April 30, 2026',
  })),
});
export const citation = (url: string, title: string | null) => ({
  type: 'web_search_result_location',
  url,
  title,
  encrypted_index: 'Eo8BCioIAhgBIiQyYjQ0OWJmZi1lNm',
  cited_text: 'Acme is built for agencies of up to twenty people ...',
});
export const healthy = {
  id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-5-5',
  content: [
    { type: 'thinking', thinking: '', signature: 'EuYBCkQYAiJAr4Ew' },
    { type: 'text', text: 'I will look for current reviews of Zorvexa.' },
    search('srvtoolu_01WYG3ziw53XMcoyKL4XcZmE', 'crm small agencies 2026'),
    results('srvtoolu_01WYG3ziw53XMcoyKL4XcZmE', [
      ['https://initech.example/blog', 'Initech blog'],
      [acme, 'Acme CRM review'],
    ]),
    { type: 'thinking', thinking: '', signature: 'EuYBCkQYAiJBs5Fx' },
    search('srvtoolu_02WYG3ziw53XMcoyKL4XcZmE', 'globex crm price'),
    results('srvtoolu_02WYG3ziw53XMcoyKL4XcZmE', [
      [globex, 'Globex'],
      ['https://initech.example/blog', 'Initech blog'],
      ['https://forum.example/t/7', 'Forum'],
    ]),
    { type: 'text', text: 'For small agencies:\n\n1. ' },
    { type: 'text', text: '**Acme** is built for them', citations: [citation(acme, 'Acme CRM review')] },
    { type: 'text', text: '.\n2. ', citations: null },
    {
      type: 'text',
      text: '**Globex** costs less than Acme',
      citations: [citation(globex, null), citation(acme, 'Acme'), citation(globex, 'Globex')],
    },
    { type: 'text', text: '.' },
  ],
  stop_reason: 'end_turn',
  stop_sequence: null,
  stop_details: null,
  usage: {
    input_tokens: 26_039,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 1000,
    output_tokens: 931,
    service_tier: 'standard',
    server_tool_use: { web_search_requests: 2, web_fetch_requests: 0 },
  },
};
export const answer = {
  kind: 'answer',
  text: 'For small agencies:\n\n1. **Acme** is built for them.\n2. **Globex** costs less than Acme.',
  cited: [
    { url: acme, title: 'Acme CRM review' },
    { url: globex, title: 'Globex' },
  ],
  consulted: [
    { url: 'https://initech.example/blog', title: 'Initech blog' },
    { url: 'https://forum.example/t/7', title: 'Forum' },
  ],
  searches: ['crm small agencies 2026', 'globex crm price'],
  searched: 'yes',
  model: 'claude-sonnet-5-5',
  finish: 'end_turn',
  usage: { input_tokens: 27_039, output_tokens: 931, searches: 2, usd: null },
};
