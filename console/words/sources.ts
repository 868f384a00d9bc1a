import { counted } from '../words.ts';

const answers = (number: number) => counted(number, 'answer', 'answers');

export const words = {
  title: 'Sources',
  text: 'The sites that AI agents cite when they answer, and whose they are.',
  kinds: {
    title: 'Kinds of sources',
    own: (domain: string, share: string, all: number) =>
      `Your own ${domain} is cited in ${share} of the ${answers(all)} that cite anything.`,
    none: (all: number) => `None of your own pages is cited in the ${answers(all)} that cite anything.`,
    noDomain: (all: number) =>
      `${answers(all)} cite something. Give the brand its domain in the settings to tell its own pages.`,
    filter: 'Filter by kind',
    all: 'All',
    chip: (domains: number, cited: number) =>
      `${counted(domains, 'domain', 'domains')}, cited ${counted(cited, 'time', 'times')}`,
  },
  /** What a kind means, shown over its name. */
  hints: {
    owned: 'Pages of your brand',
    competitor: 'Pages of a competitor that you track',
    editorial: 'Newspapers, magazines, blogs',
    community: 'Forums and sites of questions and answers',
    social: 'Social networks and video',
    reference: 'Encyclopedias and dictionaries',
    review: 'Tests, comparisons and reviews',
    commerce: 'Shops and marketplaces',
    institutional: 'Governments, universities, associations',
    other: 'No kind could be told',
  },
  table: {
    domain: 'Domain',
    kind: 'Kind',
    agents: 'Agents',
    answers: 'Answers',
    answersHint: 'Answers in the chosen days that cite the domain.',
    share: 'Share',
    shareHint: 'In percent of all answers in the chosen days that cite anything.',
    first: 'First cited',
    last: 'Last cited',
    seenHint: 'Of all time.',
    you: 'You',
    some: (number: number) => counted(number, 'agent', 'agents'),
    agent: (name: string, number: number) => `${name} ${number.toLocaleString('en')}`,
    most: (shown: number, all: number) =>
      `These are the ${shown.toLocaleString('en')} most cited of ${all.toLocaleString('en')} domains.`,
    noneOfKind: 'No domain of this kind is cited in these days',
    showAll: 'Show all kinds',
    none: 'Nothing is cited in these days',
    noneNext:
      'Agents that search the web cite pages; others answer from memory. Choose a longer range, or other agents.',
    ever: 'Show all time',
    noneYet: 'No sources yet',
    noneEver: 'Sources appear here as soon as answers cite pages.',
  },
  drawer: {
    visit: 'Open the site',
    answers: 'Answers',
    share: 'Share',
    of: (all: number) => `of ${counted(all, 'citing answer', 'citing answers')}`,
    agents: 'Agents that cite it',
    pages: (found: number) => `${counted(found, 'page', 'pages')} cited`,
    read: (read: number, citing: number) =>
      `Found in the newest ${read.toLocaleString('en')} of ${answers(citing)} that cite the domain.`,
    page: 'Page',
    address: 'Address',
    last: 'Last cited',
    cited: (number: number, day: string) => `${answers(number)}, last on ${day}`,
    newest: (shown: number, all: number) =>
      shown === all
        ? `${counted(all, 'answer', 'answers')} that ${all === 1 ? 'cites' : 'cite'} it`
        : `The newest ${shown} of ${answers(all)} that cite it`,
    more: (number: number) => `Show ${counted(number, 'more page', 'more pages')}`,
    noPages: 'No page of it is cited under these filters.',
    gone: 'Nobody cites this domain',
    goneText: 'No stored answer of this brand cites it any more, or the address is wrong.',
    csv: 'CSV',
    csvHint: 'Download these pages as CSV',
    competitor: (name: string) => `Competitor: ${name}`,
    found: (name: string) => `${name}, not tracked`,
  },
} as const;
