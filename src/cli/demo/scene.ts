// One answer in the making: who asks what, which agent writes, and which companies it will name.

import { type Company, type Field, type FieldWords, lookup, type Prompt, valueAt } from './fields.ts';
import { leaning, type Random } from './random.ts';
import agentsData from './words/agents.json' with { type: 'json' };
import framesDe from './words/frames.de.json' with { type: 'json' };
import framesEn from './words/frames.en.json' with { type: 'json' };
import framesEs from './words/frames.es.json' with { type: 'json' };
import framesFr from './words/frames.fr.json' with { type: 'json' };
import framesJa from './words/frames.ja.json' with { type: 'json' };

export type Agent = (typeof agentsData)[number];
export type Frames = typeof framesEn;
export type Citation = { url: string; title?: string };

export type Scene = {
  random: Random;
  field: Field;
  prompt: Prompt;
  agent: Agent;
  /** 0 at the start of the 90 days, 1 at the end */
  time: number;
  frames: Frames;
  words: FieldWords;
  /** the companies of the answer, best first */
  cast: Company[];
  /** the aspects that this answer talks about */
  focus: string[];
  /** templates that were used already, and aspects of a company that were spoken of */
  used: Set<string>;
  /** what the text has just announced of a company, to be borne out by the next words about it */
  lead?: { company: Company; aspect: string };
  citations: Citation[];
};

export const agents: readonly Agent[] = agentsData;
const frames: Record<string, Frames> = {
  en: framesEn,
  de: framesDe,
  es: framesEs,
  fr: framesFr,
  ja: framesJa,
};

type Question = Pick<Scene, 'random' | 'field' | 'prompt' | 'agent' | 'time'>;

export function openScene(question: Question): Scene {
  const { field, prompt, random } = question;
  return {
    ...question,
    frames: lookup(frames, prompt.language),
    words: lookup(field.words, prompt.language),
    cast: chooseCast(question),
    focus: random.shuffled(prompt.focus),
    used: new Set(),
    citations: [],
  };
}

export function mood(scene: Scene, company: Company): number {
  return valueAt(company.mood, scene.time);
}

export function about(scene: Scene): Company[] {
  return scene.prompt.about.map((name) => companyNamed(scene.field, name));
}

export function companyNamed(field: Field, name: string): Company {
  const company = field.companies.find((one) => one.name === name);
  if (!company) throw new RangeError(`the demo data has no company "${name}"`);
  return company;
}

/** A company that the answer may warn of: not among the recommended ones, and out of favour. */
export function outcast(scene: Scene): Company | undefined {
  const rest = scene.field.companies.filter(
    (one) => !scene.cast.includes(one) && !scene.prompt.about.includes(one.name),
  );
  return rest.length
    ? scene.random.weighted(rest, (one) => (1.05 - mood(scene, one)) ** 3 * valueAt(one.presence, scene.time))
    : undefined;
}

function chooseCast(question: Question): Company[] {
  const { agent, field, prompt, random } = question;
  const [least = 3, most = 5] = agent.size;
  const size = least + random.below(most - least + 1);
  const named = prompt.about.map((name) => companyNamed(field, name));
  const others = field.companies
    .filter((one) => !named.includes(one))
    .map((company) => ({ company, score: appeal(question, company) }))
    .sort((a, b) => b.score - a.score)
    .map(({ company }) => company);
  if (prompt.kind === 'alternatives') return others.slice(0, size);
  return [...random.shuffled(named), ...others].slice(0, Math.max(size, named.length + 2));
}

function appeal({ agent, field, prompt, random, time }: Question, company: Company): number {
  const presence = valueAt(company.agents[agent.name] ?? company.presence, time);
  const fits = prompt.focus.filter((aspect) => company.strong.includes(aspect)).length;
  const fails = prompt.focus.filter((aspect) => company.weak.includes(aspect)).length;
  const taste = leaning(`${field.name} ${prompt.prompt} ${company.name}`) - 0.5;
  const luck = random.next() + random.next() - 1;
  const core = company.strong.includes(prompt.focus[0] ?? '') ? 0.1 : 0;
  return presence + core + 0.12 * fits - 0.1 * fails + 0.25 * taste + 0.42 * luck;
}
