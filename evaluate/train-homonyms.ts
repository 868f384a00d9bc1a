// A part of `npm run train`: fits what tells a company from the word, the person or the place of its name and writes
// src/domain/reading/data/homonym-model.bin. It learns from marked texts (training/homonyms-*.tsv), from the answers
// that sentiment is learnt from, and from the open cases. With `--check` it writes nothing and prints how right it is on
// names that it was not shown.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sourceStart } from '../src/domain/reading/canvas.ts';
import { doubtsOf, ruled } from '../src/domain/reading/evidence.ts';
import { HOMONYM_FEATURES, visitHomonym } from '../src/domain/reading/homonym-model.ts';
import { detectLanguage } from '../src/domain/reading/language.ts';
import { findMatches, shownIn } from '../src/domain/reading/match.ts';
import { closePart, readVisible } from '../src/domain/reading/visible.ts';
import { isOrdinary } from '../src/domain/reading/vocabulary.ts';
import { compileEntities, readAnswer } from '../src/domain/reading.ts';
import { loadAnswers, loadCases } from './cases.ts';
import { type Fitted, fit, gathered, packed, sumsOf } from './training/fit.ts';

const FOLDER = path.join(import.meta.dirname, 'training');
const DATA = path.join(import.meta.dirname, '../src/domain/reading/data');
const MODEL = path.join(DATA, 'homonym-model.bin');
const DECAY = 1e-3;
/** What a place counts in an answer that nobody wrote for this: there are forty of these for each marked one. */
const SHARES = { pos: 0.01, neg: 0.05, neu: 0 };
/** Half of the cases were written to be as hard as can be. */
const CASES = 0.5;
const FOLDS = 6;
/**
 * Few examples, and few of each name: of places in cases, 89.9 % were right with one model and 90.6 with five, in answers
 * 93.3 and 93.7. Sentiment, with fifteen times as many, lost a point by it.
 */
const MODELS = 5;

/** `marks`: where the company is meant and where it is not; `rivals`: who else is tracked, if that is known. */
type Text = {
  kind: 'marked' | 'answer' | 'case';
  language: string;
  name: string;
  aliases: string[];
  text: string;
  marks: ReadonlyMap<number, boolean>;
  rivals: string[] | null;
};
type Example = Fitted & Pick<Text, 'kind' | 'language'> & { isRuled: boolean };

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').trimEnd().split('\n');

/** `LANGUAGE, name, text`, parted by tabs, each place of the name marked as `[+Name]` or `[-name]`. */
function markedTexts(): Text[] {
  return readdirSync(FOLDER)
    .filter((file) => /^homonyms-.*\.tsv$/.test(file))
    .sort()
    .flatMap((file) => linesOf(path.join(FOLDER, file)))
    .map((line) => {
      const [language = '', name = '', marked = ''] = line.split('\t');
      const own = unmarked(marked.replaceAll('\\n', '\n'));
      return { kind: 'marked', language, name, aliases: [], rivals: null, ...own };
    });
}

const MARK = /\[([+-])([^\]]+)\]/g;

function unmarked(marked: string): Pick<Text, 'text' | 'marks'> {
  const marks = new Map<number, boolean>();
  let text = '';
  let from = 0;
  for (const match of marked.matchAll(MARK)) {
    text += marked.slice(from, match.index);
    marks.set(text.length, match[1] === '+');
    text += match[2];
    from = match.index + match[0].length;
  }
  return { text: text + marked.slice(from), marks };
}

/** Names of the list of brands that are one word. */
const BRANDS = new Set(
  linesOf(path.join(DATA, 'brands.txt'))
    .flatMap((line) => line.split('; '))
    .map((entry) => entry.split('<')[0]?.replace(/\?$/, '') ?? '')
    .filter((name) => /^\p{L}+$/u.test(name)),
);
const CAPITALISED = /(?<![\p{L}\d])\p{Lu}\p{Ll}{2,}(?!\p{L})/gu;

/** Answers with labels: labelled names are companies there, and capitalised words that are brands elsewhere are none. */
function answerTexts(): Text[] {
  return loadAnswers('training').flatMap(({ language, entities, names, text: lines, isAnswer }) => {
    const text = lines.join('\n');
    const named = [...entities.map(({ name }) => name), ...(names ?? [])];
    const marked = (name: string, isCompany: boolean): Text => ({
      ...{ kind: 'answer', language, name, aliases: [], text },
      marks: new Map(placesOf(text, name).map((at) => [at, isCompany])),
      rivals: named.filter((other) => other !== name),
    });
    const companies = entities
      .filter(({ name }) => named.every((other) => other === name || !other.includes(name)))
      .map(({ name }) => marked(name, true));
    // Not all names are labelled in these.
    if (isAnswer && !names) return companies;
    const isNamed = (word: string) => named.some((name) => name.toLowerCase().includes(word.toLowerCase()));
    const words = new Set([...text.matchAll(CAPITALISED)].map(([word]) => word));
    const others = [...words].filter(
      (word) => BRANDS.has(word) && !isNamed(word) && isOrdinary(word.toLowerCase(), language),
    );
    return [...companies, ...others.map((word) => marked(word, false))];
  });
}

/** The open cases: an entity that is mentioned is meant wherever its name stands, one that is not nowhere. */
function caseTexts(): Text[] {
  return (['open', 'earlier'] as const).flatMap(loadCases).flatMap(({ language, entities, text: lines }) => {
    const text = lines.join('\n');
    const bare = plain(text);
    return entities.flatMap(({ name, aliases = [], expect }): Text[] => {
      if (expect?.mentioned === undefined || expect.kind === 'denied') return [];
      const { mentioned } = expect;
      const marks = new Map<number, boolean>();
      for (const one of [name, ...aliases])
        for (const at of placesOf(bare, plain(one).replace(/[^\p{L}\p{N}]+$/u, '')))
          if (!mentioned || text.startsWith(one, at) || !text.includes(one)) marks.set(at, mentioned);
      const rivals = entities.map((entity) => entity.name).filter((other) => other !== name);
      return [{ kind: 'case', language, name, aliases, text, marks, rivals }];
    });
  });
}

/** In small letters without accents, each where it stood. */
const plain = (text: string): string =>
  [...text].map((letter) => letter.normalize('NFD').charAt(0).toLowerCase().padEnd(letter.length)).join('');

function placesOf(text: string, name: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) places.push(at);
  return places;
}

const settingOf = (name: string, aliases: string[] = []) => ({ name, domain: '', aliases, exclude: [] });

/** The places of a text as the reading sees them; where nothing is known of rivals, with none and with all it names. */
function examplesOf(one: Text): Example[][] {
  const { kind, language: told, name, aliases, text, marks, rivals } = one;
  const own = settingOf(name, aliases);
  const found = rivals ?? readAnswer(compileEntities(own, []), text).discovered.map((other) => other.name);
  const visible = closePart(readVisible(text));
  const language = detectLanguage(visible.folded, visible.text) ?? told;
  return (rivals || found.length === 0 ? [found] : [[], found]).map((others) => {
    const entities = compileEntities(
      own,
      others.map((other) => settingOf(other)),
    );
    const matches = findMatches(shownIn(visible, language), entities.root);
    return doubtsOf(visible, matches, language).flatMap((doubt): Example[] => {
      if (typeof doubt === 'string' || doubt.match.owner !== 0) return [];
      const isCompany = marks.get(sourceStart(visible, doubt.match.start));
      if (isCompany === undefined) return [];
      const label = isCompany ? 'pos' : 'neg';
      const features = gathered((visit) => visitHomonym(doubt, visit));
      return [{ kind, language: told, isRuled: ruled([doubt])[0] === 'sure', label, ...features }];
    });
  });
}

const fitted = (examples: readonly Example[]) =>
  fit(examples, {
    features: HOMONYM_FEATURES,
    decay: DECAY,
    models: MODELS,
    share: ({ kind, label }) => (kind === 'answer' ? SHARES[label] : kind === 'case' ? CASES : 1),
  });

type Count = { right: number; ruled: number; all: number };

/** Prints how many places are right of each kind and language, by the model and by the rules alone. */
function check(texts: readonly Text[]): void {
  const names = [...new Set(texts.map(({ name }) => name))];
  const foldOf = new Map(names.map((name, i) => [name, i % FOLDS]));
  const folds = Map.groupBy(texts, ({ name }) => foldOf.get(name));
  const examples = new Map(
    [...folds].map(([fold, own]) => [fold, own.flatMap((one) => examplesOf(one).flat())]),
  );
  const counts = new Map<string, Count>();
  for (const [fold, own] of examples) {
    const weights = fitted([...examples].filter(([other]) => other !== fold).flatMap(([, others]) => others));
    for (const example of own) {
      const [company, other] = sumsOf(weights, example);
      const isCompany = example.label === 'pos';
      for (const key of [
        `${example.kind}: ${isCompany ? 'the company' : 'something else'}`,
        `${example.kind}, ${example.language}`,
      ]) {
        const count = counts.get(key) ?? { right: 0, ruled: 0, all: 0 };
        counts.set(key, count);
        count.all++;
        if (company > other === isCompany) count.right++;
        if (example.isRuled === isCompany) count.ruled++;
      }
    }
  }
  const percent = (some: number, all: number): string => ((100 * some) / all).toFixed(1);
  for (const [key, { right, ruled: byRules, all }] of [...counts].sort())
    console.log(`${key}: ${percent(right, all)} of ${all}, by the rules alone ${percent(byRules, all)}`);
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const texts = [...markedTexts(), ...answerTexts(), ...caseTexts()];
if (values.check) check(texts);
else {
  const model = packed(fitted(texts.flatMap((one) => examplesOf(one).flat())), HOMONYM_FEATURES);
  writeFileSync(MODEL, model);
  console.log(`${MODEL}: ${model.length} bytes`);
}
