// How well each entity is spoken of, and in what role it is named. Only words about the entity count.
import { type Clause, splitClauses, type Valued, valueClause } from './clauses.ts';
import { type Compared, compare, type Line, lineOfWords, tokenAt } from './compare.ts';
import { readRoles } from './feeling-kinds.ts';
import type { Head } from './heads.ts';
import { IS, type Lexicon, lexiconOf, type Tone } from './lexicon.ts';
import type { Named } from './position.ts';
import { findScopes, type Scopes } from './scopes.ts';
import { type Cut, cutSentences, is, type Sentence, type Token, tokenize } from './sentences.ts';
import type { Visible } from './structure.ts';

export type Kind = 'recommended' | 'listed' | 'compared' | 'passing' | 'denied';
export type Feeling = { sentiment: number | null; kind: Kind };
export type Scene = {
  visible: Visible;
  heads: readonly Head[];
  leads: ReadonlyMap<Head, number>;
  named: readonly Named[];
  language: string | null;
};

type Tally = {
  scene: Scene;
  lexicon: Lexicon;
  scopes: Scopes;
  /** What was said for and against, per named place. */
  sums: Map<number, { good: number; bad: number }>;
  compared: Set<number>;
  recommended: Set<number>;
  denied: Set<number>;
  hedged: Set<number>;
  /** The only entity of the sentence before, for "it" and "the platform". */
  carried: number;
};

/** Sentiment and kind by entity id. */
export function findFeelings(scene: Scene): Map<number, Feeling> {
  const lexicon = lexiconOf(scene.language);
  if (!lexicon) return withoutRules(scene);
  const tally: Tally = {
    scene,
    lexicon,
    scopes: findScopes(scene, lexicon),
    sums: new Map(),
    compared: new Set(),
    recommended: new Set(),
    denied: new Set(),
    hedged: new Set(),
    carried: -1,
  };
  for (const cut of cutSentences(scene.visible, scene.named)) readCut(tally, cut);
  return summarize(tally);
}

function withoutRules(scene: Scene): Map<number, Feeling> {
  const led = new Set(scene.leads.values());
  return new Map(
    scene.named.map(({ id }) => [id, { sentiment: null, kind: led.has(id) ? 'listed' : 'passing' }]),
  );
}

/** Only a sentence that names an entity, or is about one, needs to be read. */
function readCut(tally: Tally, cut: Cut): void {
  const { visible, named } = tally.scene;
  const leader = tally.scopes.leader(cut.start);
  if (cut.from === cut.to && leader < 0) {
    if (tally.carried < 0) return;
    const first = FIRST_WORD.exec(visible.folded.slice(cut.start, cut.start + 40))?.[0] ?? '';
    if ((tally.lexicon.sense(first).is & IS.pronoun) === 0) return;
  }
  readSentence(tally, { ...cut, tokens: tokenize({ visible, named, lexicon: tally.lexicon }, cut) }, leader);
}

const FIRST_WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'.-]*/u;

function readSentence(tally: Tally, sentence: Sentence, leader: number): void {
  const own = sentence.tokens.filter((token) => token.named >= 0);
  const label = labelTone(tally, sentence);
  const tone = label ?? tally.scopes.tone(sentence.start);
  const words = lineOfWords(sentence.tokens);
  readDenial(tally, sentence, own, words);
  const compared = compare(tally.lexicon, sentence, words);
  for (const { token, value } of compared.verdicts) add(tally, sentence.tokens[token]?.named ?? -1, value);
  for (const token of compared.tokens) tally.compared.add(sentence.tokens[token]?.named ?? -1);
  const subject = subjectOf(tally, sentence, leader);
  applyRoles(tally, sentence, words, subject);
  if (compared.about !== 0) add(tally, subject, compared.about);
  if (own.length > 0) readSingles(tally, sentence, compared, words);
  if (tone === 'pros' || tone === 'cons')
    addTone(tally, tone, own.length > 0 && leader < 0 ? (own[0]?.named ?? -1) : subject, sentence);
  else readClauses(tally, sentence, compared, { leader, subject });
  if (tone === 'avoid' || tone === 'best') applyListTone(tally, tone, sentence, leader, label !== null);
  if (own.length === 1) tally.carried = own[0]?.named ?? -1;
  else if (own.length > 1) tally.carried = -1;
}

/** What is advised is praised by that, what is advised against is blamed. */
function applyRoles(tally: Tally, sentence: Sentence, words: Line, subject: number): void {
  const { named, language } = tally.scene;
  const places = sentence.tokens.filter((token) => token.named >= 0).map((token) => token.named);
  if (subject >= 0) places.push(subject);
  const entities = new Set(places.map((place) => named[place]?.id));
  const roles = readRoles(language, sentence, words, entities.size);
  const advise = (place: number, sign: number): void => {
    add(tally, place, sign * ADVICE);
    if (sign > 0) tally.recommended.add(place);
  };
  for (const { token, sign } of roles.advised) advise(sentence.tokens[token]?.named ?? -1, sign);
  const sole = places[0];
  if (roles.picks !== 0 && roles.advised.length === 0 && entities.size === 1 && sole !== undefined)
    advise(sole, roles.picks);
  if (roles.compares) for (const place of places) tally.compared.add(place);
}

const ADVICE = 3;

/** `Cons: slow sync` at the start of a line. */
function labelTone(tally: Tally, sentence: Sentence): Tone | null {
  const text = tally.scene.visible.folded.slice(sentence.start, Math.min(sentence.end, sentence.start + 70));
  const colon = text.indexOf(':');
  return colon < 0 ? null : tally.lexicon.tone(text.slice(0, colon));
}

/** Whom a sentence without a name is about. */
function subjectOf(tally: Tally, sentence: Sentence, leader: number): number {
  if (leader >= 0) return leader;
  return is(sentence.tokens[0], IS.pronoun) ? tally.carried : -1;
}

function addTone(tally: Tally, tone: 'pros' | 'cons', target: number, sentence: Sentence): void {
  const words = sentence.tokens.filter((token) => token.named < 0 && token.word.length > 2).length;
  if (words >= 2 || sentence.tokens.some((token) => token.word === ':') === false)
    add(tally, target, tone === 'pros' ? 1.4 : -1.4);
}

/** Members of a best-of list are praised by it, members of an avoid list are blamed. */
function applyListTone(
  tally: Tally,
  tone: 'avoid' | 'best',
  sentence: Sentence,
  leader: number,
  inline: boolean,
): void {
  const value = tone === 'avoid' ? -2.4 : 1;
  const place = leader >= 0 ? tally.scene.named[leader] : undefined;
  if (place && place.start >= sentence.start && place.start < sentence.end) {
    add(tally, leader, value);
    if (tone === 'best') tally.recommended.add(leader);
  } else if (inline)
    for (const token of sentence.tokens) if (token.named >= 0) add(tally, token.named, value);
}

function readSingles(tally: Tally, sentence: Sentence, compared: Compared, words: Line): void {
  if (!tally.lexicon.anySingle.test(words.line)) return;
  for (const { pattern, sign } of tally.lexicon.single) {
    for (const match of words.line.matchAll(pattern)) {
      const token = tokenAt(words, match.index + match[0].indexOf('E'));
      if (token === undefined || compared.tokens.has(token) || isDenying(words.line, match.index)) continue;
      add(tally, sentence.tokens[token]?.named ?? -1, sign);
    }
  }
}

const isDenying = (line: string, at: number): boolean =>
  /\b(?:not|n't|never|don't|wouldn't|no|hardly|cannot)\s(?:\S+\s){0,2}$/.test(
    line.slice(Math.max(0, at - 40), at),
  );

type About = { leader: number; subject: number };

function readClauses(tally: Tally, sentence: Sentence, compared: Compared, about: About): void {
  const clauses = splitClauses(sentence.tokens);
  let last = about.subject;
  // "If you use A, pick a good B": what follows the condition is not about A.
  const conditional = is(sentence.tokens[0], IS.condition);
  clauses.forEach((clause, i) => {
    const named = namedIn(sentence.tokens, clause);
    const values = valueClause(tally.lexicon, sentence.tokens, clause, compared.used);
    const next = clauses[i + 1];
    const fallback =
      conditional && i > 0 && about.leader < 0
        ? -1
        : last >= 0
          ? last
          : next
            ? (namedIn(sentence.tokens, next)[0]?.named ?? -1)
            : -1;
    for (const value of values)
      for (const target of targetsOf(
        sentence.tokens,
        clause,
        named.filter((name) => !compared.objects.has(name.at)),
        value,
        about,
        fallback,
      ))
        add(tally, target, value.value);
    const subject = named[0];
    if (subject && !(about.leader >= 0)) last = subject.named;
  });
}

type NamedToken = { named: number; at: number };

function namedIn(tokens: readonly Token[], clause: Clause): NamedToken[] {
  const out: NamedToken[] = [];
  for (let i = clause.from; i < clause.to; i++) {
    const named = tokens[i]?.named ?? -1;
    if (named >= 0) out.push({ named, at: i });
  }
  return out;
}

/** The entity that a word is about: the subject before it, a whole row of names, or who leads the passage. */
function targetsOf(
  tokens: readonly Token[],
  clause: Clause,
  named: readonly NamedToken[],
  value: Valued,
  about: About,
  fallback: number,
): number[] {
  const opening = named[0];
  if (!opening) return [fallback];
  if (about.leader >= 0 && !named.some((name) => name.named === about.leader) && opening.at > clause.from + 2)
    return [about.leader];
  if (isRow(tokens, named)) return named.map((name) => name.named);
  // `the power of B`: a name after a preposition is not what the clause is about.
  const before = named.findLast(
    (name) => name.at < value.token && (name === opening || !is(tokens[name.at - 1], IS.preposition)),
  );
  return [(before ?? opening).named];
}

function isRow(tokens: readonly Token[], named: readonly NamedToken[]): boolean {
  for (let i = 1; i < named.length; i++) {
    for (let k = (named[i - 1]?.at ?? 0) + 1; k < (named[i]?.at ?? 0); k++) {
      if (!is(tokens[k], IS.row | IS.both)) return false;
    }
  }
  return true;
}

function add(tally: Tally, place: number, value: number): void {
  if (place < 0) return;
  const sum = tally.sums.get(place) ?? { good: 0, bad: 0 };
  tally.sums.set(place, sum);
  if (value > 0) sum.good += value;
  else sum.bad -= value;
}

/** `I could not find anything about X`. */
function readDenial(tally: Tally, sentence: Sentence, own: readonly Token[], words: Line): void {
  if (own.length === 0) return;
  if (tally.lexicon.hedges?.test(words.line) || tally.scene.visible.text[sentence.end - 1] === '?')
    for (const token of own) tally.hedged.add(token.named);
  if (tally.lexicon.denied?.test(words.line)) for (const token of own) tally.denied.add(token.named);
}

const NEUTRAL_WEIGHT = 0.25;
const SOFTNESS = 15;

/** Praise and blame together pull towards the middle more than their difference does. */
function score({ good, bad }: { good: number; bad: number }): number {
  const sum = good + bad > 0 ? ((good - bad) * Math.abs(good - bad)) / (good + bad) : 0;
  return 50 + (50 * sum) / Math.sqrt(sum * sum + SOFTNESS);
}

function summarize(tally: Tally): Map<number, Feeling> {
  const { named, leads, language } = tally.scene;
  const isScored = SCORED.has(language ?? '');
  const led = new Set<number>();
  for (const [head, id] of leads) if (head.kind !== 'column') led.add(id);
  const places = Map.groupBy(named.keys(), (index) => named[index]?.id ?? -1);
  const out = new Map<number, Feeling>();
  for (const [id, indexes] of places) {
    const sentiment = meanOf(tally, indexes);
    out.set(
      id,
      isDenied(tally, indexes)
        ? { sentiment: null, kind: 'denied' }
        : {
            sentiment: isScored ? sentiment : null,
            kind: kindOf(tally, indexes, led.has(id), isScored ? sentiment : 57),
          },
    );
  }
  return out;
}

/** Languages whose sentiment is right often enough to be shown; see docs/decisions/0007-sentiment.md. */
const SCORED = new Set(['en', 'de', 'fr', 'es']);

/** The mean over the mentions; those of which nothing is said weigh less. */
function meanOf(tally: Tally, indexes: readonly number[]): number {
  let sum = 0;
  let weight = 0;
  for (const index of indexes) {
    const value = tally.sums.get(index);
    const share = value === undefined ? NEUTRAL_WEIGHT : 1;
    sum += share * score(value ?? { good: 0, bad: 0 });
    weight += share;
  }
  return Math.round(weight > 0 ? sum / weight : 50);
}

/** Denied once, and otherwise only named in guesses and questions. */
function isDenied(tally: Tally, indexes: readonly number[]): boolean {
  if (!indexes.some((index) => tally.denied.has(index))) return false;
  return indexes.every(
    (index) =>
      tally.denied.has(index) || (tally.hedged.has(index) && (tally.sums.get(index)?.good ?? 0) <= 1.5),
  );
}

function kindOf(tally: Tally, indexes: readonly number[], led: boolean, sentiment: number): Kind {
  if (sentiment >= 57 && indexes.some((index) => tally.recommended.has(index))) return 'recommended';
  if (led) return 'listed';
  return indexes.some((index) => tally.compared.has(index)) ? 'compared' : 'passing';
}
