// Sentences: a template with {one|another} alternatives and {slots}, about a company or the whole answer.
import { type Company, lookup } from './fields.ts';
import { at } from './random.ts';
import type { Scene } from './scene.ts';

type Sign = 'good' | 'bad';
type Candidate = { topic: string; text: string };

const yenPerUnit = 150;
const format: Record<string, Intl.NumberFormat> = Object.fromEntries(
  ['en', 'de', 'es', 'fr', 'ja'].map((language) => [
    language,
    new Intl.NumberFormat(language, { useGrouping: 'always' }),
  ]),
);

/** One of the templates, preferably one that this answer has not used yet, filled in. */
export function say(scene: Scene, templates: readonly string[], company?: Company): string {
  const fresh = templates.filter((template) => !scene.used.has(template));
  const template = scene.random.pick(fresh.length ? fresh : templates);
  scene.used.add(template);
  return fill(scene, template, company);
}

export function phrase(scene: Scene, company: Company, sign: Sign): string {
  return fresh(scene, company, candidates(scene, company, sign));
}

/** A list item: noun phrases where the language has them, else what the company does. */
export function remark(scene: Scene, company: Company, sign: Sign): string {
  const nouns = scene.random.chance(0.65) ? nounCandidates(scene, company, sign) : [];
  return capital(fresh(scene, company, nouns.length ? nouns : candidates(scene, company, sign)));
}

export function listed(scene: Scene, names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  if (names.length < 2) return last;
  return names.slice(0, -1).join(scene.frames.comma) + scene.frames.and + last;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function fill(scene: Scene, template: string, company?: Company): string {
  let text = template;
  while (text.includes('{'))
    text = text.replace(/\{([^{}]*)\}/g, (_, inner: string) =>
      inner.includes('|') ? scene.random.pick(inner.split('|')) : slot(scene, inner, company),
    );
  return text.replace(/ {2,}/g, ' ').trim();
}

function slot(scene: Scene, key: string, company?: Company): string {
  const [who = '', what = 'name'] = key.split('.');
  const place = ['first', 'second', 'third'].indexOf(who);
  if (place >= 0) return ofCompany(scene, at(scene.cast, Math.min(place, scene.cast.length - 1)), what);
  const general = ofScene(scene, key);
  if (general !== undefined && !(company && key === 'aspect')) return general;
  return ofCompany(scene, company ?? at(scene.cast, 0), key);
}

function ofScene(scene: Scene, key: string): string | undefined {
  const aspect = (index: number) => lookup(scene.words.aspects, at(scene.focus, index)).name;
  if (key === 'topic') return fill(scene, scene.prompt.topic);
  if (key === 'n') return String(scene.cast.length);
  if (key === 'year') return scene.frames.year;
  if (key === 'aspect') return aspect(0);
  if (key === 'aspect2') return aspect(1);
  if (key === 'others')
    return listed(
      scene,
      scene.cast.map((one) => one.name),
    );
  return undefined;
}

function ofCompany(scene: Scene, company: Company, key: string): string {
  if (key.endsWith('^')) return capital(ofCompany(scene, company, key.slice(0, -1)));
  switch (key) {
    case 'name':
      return spelling(scene, company);
    case 'good':
    case 'good2':
    case 'good3':
      return phrase(scene, company, 'good');
    case 'bad':
    case 'bad2':
      return phrase(scene, company, 'bad');
    case 'known':
    case 'known2':
      return fresh(scene, company, nounCandidates(scene, company, 'good'));
    case 'flaw':
      return fresh(scene, company, nounCandidates(scene, company, 'bad'));
    case 'aspect':
      scene.lead = { company, aspect: distinction(scene, company) };
      return lookup(scene.words.aspects, scene.lead.aspect).name;
    case 'audience':
      return scene.random.pick(lookup(scene.words.audiences, company.audience));
    case 'price':
      return fill(scene, scene.random.pick(scene.words.price), company);
    case 'price+':
      return fill(scene, scene.random.pick(scene.words.priceLine), company);
    case 'amount':
      return amount(scene, company);
    case 'founded':
      return String(company.founded);
    case 'base':
      return company.base;
    default:
      throw new RangeError(`a demo template has the unknown slot "${key}"`);
  }
}

function spelling(scene: Scene, company: Company): string {
  return company.aliases.length && scene.random.chance(0.04)
    ? scene.random.pick(company.aliases)
    : company.name;
}

function amount(scene: Scene, company: Company): string {
  const language = scene.prompt.language;
  const yen = Math.round((company.price * yenPerUnit) / 100) * 100 - 20;
  return lookup(format, language).format(language === 'ja' ? yen : company.price);
}

/** What the company is better at than its nearest rival in this answer. */
function distinction(scene: Scene, company: Company): string {
  const rival = at(scene.cast, company === scene.cast[0] ? scene.cast.length - 1 && 1 : 0);
  const ahead = company.strong.filter((aspect) => !rival.strong.includes(aspect));
  const asked = ahead.filter((aspect) => scene.focus.includes(aspect));
  return at([...asked, ...ahead, ...company.strong], 0);
}

function candidates(scene: Scene, company: Company, sign: Sign): Candidate[] {
  const announced = sign === 'good' && scene.lead?.company === company;
  const own = scene.prompt.language === 'en' && !announced ? company[sign] : [];
  const recent = sign === 'bad' ? news(scene, company) : [];
  return [
    ...[...recent, ...recent].map((text) => ({ topic: 'news', text })),
    ...own.map((text) => ({ topic: text, text })),
    ...aspects(scene, company, sign).flatMap((topic) =>
      lookup(scene.words.aspects, topic)[sign].map((text) => ({ topic, text })),
    ),
  ];
}

function nounCandidates(scene: Scene, company: Company, sign: Sign): Candidate[] {
  return aspects(scene, company, sign).flatMap((topic) => {
    const aspect = lookup(scene.words.aspects, topic);
    const nouns = sign === 'good' ? aspect.goodNoun : aspect.badNoun;
    return (nouns ?? []).map((text) => ({ topic, text }));
  });
}

/** What can be said for (or against) a company: its profile, and for it also what was asked. */
function aspects(scene: Scene, company: Company, sign: Sign): string[] {
  if (sign === 'bad') return company.weak;
  if (scene.lead?.company === company) return [scene.lead.aspect];
  const asked = scene.focus.filter((aspect) => ![...company.weak, ...company.strong].includes(aspect));
  return [...company.strong, ...asked];
}

function news(scene: Scene, company: Company): string[] {
  const { from = 2, to = 2, bad = {} } = company.news ?? {};
  return from <= scene.time && scene.time <= to ? (bad[scene.prompt.language] ?? []) : [];
}

function fresh(scene: Scene, company: Company, all: Candidate[]): string {
  const untold = all.filter(({ topic }) => !scene.used.has(`${company.name} ${topic}`));
  const unsaid = all.filter(({ text }) => !scene.used.has(text));
  const best = untold.filter((one) => unsaid.includes(one));
  const { topic, text } = scene.random.pick(
    [best, unsaid, untold, all].find((list) => list.length > 0) ?? all,
  );
  scene.used.add(`${company.name} ${topic}`).add(text);
  if (scene.lead?.aspect === topic) scene.lead = undefined;
  return fill(scene, text, company);
}
