// The pages that an answer cites, of all kinds, with the marks that agents leave on links.

import { type Company, lookup } from './fields.ts';
import { at } from './random.ts';
import type { Citation, Scene } from './scene.ts';
import sources from './words/sources.json' with { type: 'json' };

type Page = { url: string; title?: string; language?: string; weight: number };

const listings: Record<string, Page[]> = { invoicing: sources.invoicing, ebikes: sources.ebikes };
const wiki: Record<string, Record<string, string>> = sources.wiki;

export function citePages(scene: Scene): void {
  const [least = 0, most = 6] = scene.agent.citations;
  const count = least + scene.random.below(most - least + 1);
  for (let i = 0; i < count; i++) cite(scene, scene.random.chance(0.34) ? ownPage(scene) : otherPage(scene));
}

/** The address of a company's page as it stands in the text; most of these are cited as well. */
export function companyLink(scene: Scene, company: Company): string {
  const url = marked(scene, { url: `https://${company.domain}/` }).url;
  if (scene.random.chance(0.7)) scene.citations.push({ url, title: company.name });
  return url;
}

/** The sentence with a source behind it, in the agent's manner. */
export function sourced(scene: Scene, sentence: string): string {
  const { agent, random } = scene;
  const pages = scene.citations.filter((page) => fits(scene, page, sentence));
  if (pages.length === 0 || scene.prompt.language === 'ja') return sentence;
  if (agent.cite === 'marks' && random.chance(0.7)) return sentence + marks(scene, pages);
  if (agent.cite !== 'links' || !random.chance(0.16)) return sentence;
  const { url } = random.pick(pages);
  return `${sentence} ([${new URL(url).host.replace(/^www\./, '')}](${url}))`;
}

/** A page about one company is no source for a sentence about another. */
function fits(scene: Scene, { url }: Citation, sentence: string): boolean {
  return scene.field.companies.every(
    ({ name, domain, slug }) => sentence.includes(name) || !(url.includes(domain) || url.includes(slug)),
  );
}

function marks(scene: Scene, pages: Citation[]): string {
  const number = () => 1 + scene.citations.indexOf(scene.random.pick(pages));
  const [first, second] = [number(), number()];
  return second > first && scene.random.chance(0.35) ? `[${first}][${second}]` : `[${first}]`;
}

function cite(scene: Scene, page: Citation): void {
  if (scene.citations.some(({ url }) => url === page.url)) return;
  scene.citations.push(marked(scene, page));
}

function ownPage(scene: Scene): Citation {
  const company = scene.random.pick(scene.cast);
  const page = scene.random.pick(sources.owned);
  return filled(scene, { url: `https://${company.domain}/${page.path}`, title: page.title }, company);
}

function otherPage(scene: Scene): Citation {
  const { field, prompt, random } = scene;
  const pages = [...sources.common, ...lookup(listings, field.name)].filter(
    ({ language = prompt.language }: Page) => language === prompt.language,
  );
  return filled(
    scene,
    random.weighted(pages, ({ weight }) => weight),
    random.pick(scene.cast),
  );
}

function filled(scene: Scene, page: Citation, company: Company): Citation {
  const article = lookup(lookup(wiki, scene.field.name), scene.prompt.language);
  const slots: Record<string, (title: boolean) => string> = {
    name: () => company.name,
    co: () => company.slug,
    domain: () => company.domain,
    query: () => scene.prompt.prompt,
    'query+': () => encodeURIComponent(scene.prompt.prompt).replaceAll('%20', '+'),
    slug: () => slug(scene),
    wiki: (title) => (title ? article : encodeURIComponent(article.replaceAll(' ', '_'))),
    id: () => Math.floor(scene.random.next() * 36 ** 7).toString(36),
    number: () => String(10000 + scene.random.below(80000)),
  };
  const fill = (text: string, title: boolean) =>
    text.replace(/\{([^}]+)\}/g, (_, key: string) => lookup(slots, key)(title));
  const titled = page.title !== undefined && scene.random.chance(0.85);
  return { url: fill(page.url, false), ...(titled && { title: fill(page.title ?? '', true) }) };
}

function slug({ field, prompt, random }: Scene): string {
  const words = prompt.prompt
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .match(/[a-z0-9]+/g);
  const name = words && words.length > 2 ? words.slice(0, 8).join('-') : `best-${field.name}`;
  return random.chance(0.3) ? `${name}-2026` : name;
}

function marked(scene: Scene, page: Citation): Citation {
  const { agent, random } = scene;
  const { url } = page;
  const joint = url.includes('?') ? '&' : '?';
  if (agent.name === 'chatgpt' && random.chance(0.45))
    return { ...page, url: `${url}${joint}utm_source=chatgpt.com` };
  if (agent.name === 'gemini' && random.chance(0.35)) return grounded(scene, url);
  if (agent.name === 'google_ai_mode' && random.chance(0.12))
    return { ...page, url: `${url}#:~:text=${at(['Best', 'Overall', 'Our%20pick'], random.below(3))}` };
  if (random.chance(0.02))
    return { ...page, url: `https://www.google.com/url?q=${encodeURIComponent(url)}&sa=U` };
  if (random.chance(0.02)) return { ...page, url: `${url}${joint}utm_medium=referral&utm_campaign=autumn` };
  return page;
}

function grounded(scene: Scene, url: string): Citation {
  const token = Array.from({ length: 6 }, () => Math.floor(scene.random.next() * 36 ** 8).toString(36));
  return {
    url: `https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZIYQ${token.join('')}`,
    title: new URL(url).host.replace(/^www\./, ''),
  };
}
