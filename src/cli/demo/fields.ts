// What the invented world consists of: two fields with companies, prompts and words in five languages.
import ebikesDe from './words/ebikes.de.json' with { type: 'json' };
import ebikesEn from './words/ebikes.en.json' with { type: 'json' };
import ebikesEs from './words/ebikes.es.json' with { type: 'json' };
import ebikesFr from './words/ebikes.fr.json' with { type: 'json' };
import ebikesJa from './words/ebikes.ja.json' with { type: 'json' };
import ebikes from './words/ebikes.json' with { type: 'json' };
import invoicingDe from './words/invoicing.de.json' with { type: 'json' };
import invoicingEn from './words/invoicing.en.json' with { type: 'json' };
import invoicingEs from './words/invoicing.es.json' with { type: 'json' };
import invoicingFr from './words/invoicing.fr.json' with { type: 'json' };
import invoicingJa from './words/invoicing.ja.json' with { type: 'json' };
import invoicing from './words/invoicing.json' with { type: 'json' };

/** Values over the 90 days: pairs of time (0 to 1) and value, straight lines between them. */
export type Curve = readonly (readonly number[])[];

export type Company = {
  name: string;
  slug: string;
  domain: string;
  aliases: string[];
  tracked: boolean;
  founded: number;
  base: string;
  price: number;
  audience: string;
  strong: string[];
  weak: string[];
  good: string[];
  bad: string[];
  news?: { from: number; to: number; bad: { [language: string]: string[] | undefined } };
  presence: Curve;
  mood: Curve;
  agents: { [agent: string]: Curve | undefined };
};

export type Prompt = {
  prompt: string;
  tags: string[];
  language: string;
  kind: string;
  topic: string;
  focus: string[];
  about: string[];
  /** which tips answer a how-to question */
  tips?: string;
};

export type Aspect = {
  name: string;
  label: string;
  good: string[];
  bad: string[];
  goodNoun?: string[];
  badNoun?: string[];
};

export type FieldWords = {
  price: string[];
  priceLine: string[];
  context: string[];
  audiences: Record<string, string[]>;
  advice: string[];
  tips?: { [topic: string]: string[] | undefined };
  aspects: Record<string, Aspect>;
};

export type Field = {
  name: 'invoicing' | 'ebikes';
  brand: string;
  companies: Company[];
  prompts: Prompt[];
  words: Record<string, FieldWords>;
};

export const fields: readonly Field[] = [
  {
    name: 'invoicing',
    ...invoicing,
    words: { en: invoicingEn, de: invoicingDe, es: invoicingEs, fr: invoicingFr, ja: invoicingJa },
  },
  {
    name: 'ebikes',
    ...ebikes,
    words: { en: ebikesEn, de: ebikesDe, es: ebikesEs, fr: ebikesFr, ja: ebikesJa },
  },
];

export function lookup<T>(table: Record<string, T>, key: string): T {
  const value = table[key];
  if (value === undefined) throw new RangeError(`the demo data has no "${key}"`);
  return value;
}

export function valueAt(curve: Curve, time: number): number {
  let [lastTime = 0, lastValue = 0] = curve[0] ?? [];
  for (const [nextTime = 1, nextValue = 0] of curve) {
    if (time < nextTime)
      return lastValue + ((time - lastTime) / (nextTime - lastTime || 1)) * (nextValue - lastValue);
    [lastTime, lastValue] = [nextTime, nextValue];
  }
  return lastValue;
}
