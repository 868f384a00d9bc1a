// What the stand-ins of vendors are given to say in tests, and what a connection must hear of it.
import type { Script } from '../../src/cli/demo/vendors/vendor.ts';
import type { Outcome } from '../../src/collector/agents/agent.ts';

export const script: Script = {
  text: '# CRMs\n\nAcme is liked. Globex is cheap! And **Initech**?\n\n- Zorvexa, too',
  cited: [
    { url: 'https://reviews.example/acme', title: 'Acme' },
    { url: 'https://globex.example/', title: null },
    { url: 'https://third.example/?a=1&b=2', title: 'Third' },
  ],
  consulted: [{ url: 'https://initech.example/', title: 'Initech' }],
  searches: ['crm', 'crm price', 'crm agencies'],
  searched: true,
};

export const quietScript: Script = { ...script, cited: [], consulted: [], searches: [], searched: false };

export const titled = (links: Script['cited']) =>
  links.map(({ url, title }) => ({ url, title: title ?? '' }));
export const untitled = (links: Script['cited']) => links.map(({ url }) => ({ url, title: '' }));

/** An outcome with the number of searches as its only usage: how many tokens a stand-in counts is its affair. */
export const heard = (outcome: Outcome) => ({ ...outcome, usage: outcome.usage?.searches });
