// How well each entity is spoken of, and in what role it is named. Only words about the entity count.
import { EDGE } from './canvas.ts';
import { type Compared, companions, compare } from './compare.ts';
import { matchesOf } from './cues.ts';
import { addBag, addLooks, summarize, summarizeMarks } from './feeling-answer.ts';
import { type About, isRow, MOST_JUDGED, readClauses } from './feeling-clauses.ts';
import { readRoles, saysEven } from './feeling-kinds.ts';
import { bareMarks, isReviewer, readMarks, readSign } from './feeling-marks.ts';
import { bagOf, leaningOf, looksOf, segmentOf, viewOf } from './feeling-model.ts';
import {
  addGround,
  evidenceOf,
  type Feeling,
  grounded,
  newTally,
  type Scene,
  say,
  settle,
  stretch,
  type Tally,
  type Watch,
} from './feeling-tally.ts';
import { CUE, lexiconOf, type Tone } from './lexicon.ts';
import { Line, tokenAt } from './line.ts';
import { hasMarks } from './marks.ts';
import { findScopes } from './scopes.ts';
import { type Cut, cutSentences, is, type Sentence, type Token, tokenize } from './sentences.ts';
import { type Range, SEVERAL } from './structure.ts';
import { IS } from './traits.ts';

export type { Feeling };

/** Sentiment and kind by entity id. */
export function findFeelings(scene: Scene, watch: Watch | null = null): Map<number, Feeling> {
  const lexicon = lexiconOf(scene.language);
  if (!lexicon) return scene.language === null ? byMarksAlone(scene) : withoutRules(scene);
  const tally = newTally(scene, lexicon, findScopes(scene, lexicon), watch);
  for (const cut of cutSentences(scene.visible, scene.named)) readCut(tally, cut);
  return summarize(tally);
}

function withoutRules(scene: Scene): Map<number, Feeling> {
  const led = new Set(scene.leads.values());
  return new Map(
    scene.named.map(({ id }) => [
      id,
      { sentiment: null, kind: led.has(id) ? 'listed' : 'passing', grounds: [] },
    ]),
  );
}

/** Names with stars or thumbs have too few words for a language, and need none: nothing but the marks is read. */
function byMarksAlone(scene: Scene): Map<number, Feeling> {
  const out = withoutRules(scene);
  const { visible, named } = scene;
  const lexicon = visible.text.length <= SEVERAL && hasMarks(visible) ? lexiconOf('en') : null;
  if (!lexicon) return out;
  const tally = newTally(scene, lexicon, findScopes(scene, null), null);
  for (const cut of cutSentences(visible, named)) {
    const sentence = { ...cut, tokens: tokenize({ visible, named, lexicon }, cut), asks: false };
    readMarks(tally, sentence, tally.scopes.leader(cut.start));
    readSign(tally, sentence);
  }
  for (const [id, { sentiment, grounds }] of summarizeMarks(tally))
    out.set(id, { kind: out.get(id)?.kind ?? 'passing', sentiment, grounds });
  return out;
}

/** Only a sentence that names an entity, or is about one, needs to be read. */
function readCut(tally: Tally, cut: Cut): void {
  const { visible } = tally.scene;
  const leader = tally.scopes.leader(cut.start);
  const goesOn = !visible.text.slice(Math.max(0, tally.readTo - 1), cut.start).includes(EDGE);
  tally.readTo = cut.end;
  if (cut.from < cut.to) tally.lately = rangeOf(cut);
  else if (!goesOn) tally.lately = [];
  readSaid(tally, cut, leader, goesOn);
  if (tally.lately.length > 0) readEven(tally, cut);
}

/** `It is a tie` is about whom the sentence names, or the one before it. */
function readEven({ scene: { visible, language }, lately, found }: Tally, { start, end }: Cut): void {
  if (!saysEven(language, visible.folded.slice(start, end))) return;
  for (const place of lately) {
    const evidence = found.get(place);
    if (evidence) evidence.looks[EVEN] = 1;
  }
}

const EVEN = 3;
const rangeOf = ({ from, to }: Cut): number[] => Array.from({ length: to - from }, (_, i) => from + i);

function readSaid(tally: Tally, cut: Cut, leader: number, goesOn: boolean): void {
  const { visible, named } = tally.scene;
  if (cut.from === cut.to && leader < 0) {
    if (tally.carried < 0) return;
    const opening = visible.folded.slice(cut.start, Math.min(cut.end, cut.start + OPENING));
    const first = FIRST_WORD.exec(opening)?.[0] ?? '';
    const { others, advising } = tally.lexicon.wordings;
    const isPronoun = (tally.lexicon.sense(first, 0, first.length).is & IS.pronoun) !== 0;
    if (!isPronoun && (!goesOn || others.test(opening) || advising.test(opening))) return;
  }
  const { start, end, from, to } = cut;
  const tokens = tokenize({ visible, named, lexicon: tally.lexicon, hidden: bareMarks(tally, cut) }, cut);
  const asks = /[?？]\s*$/.test(visible.text.slice(end - 3, end));
  readSentence(tally, { start, end, from, to, tokens, asks }, leader);
}

const OPENING = 80;
const FIRST_WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'.-]*/u;

function readSentence(tally: Tally, sentence: Sentence, leader: number): void {
  const own = sentence.tokens.filter((token) => token.named >= 0);
  const label = readSign(tally, sentence) ?? labelTone(tally, sentence);
  const words = new Line(tally.lexicon, sentence.tokens);
  const subject = subjectOf(tally, sentence, leader);
  tally.now = new Map();
  readMarks(tally, sentence, leader);
  const compared = compare(tally.lexicon, sentence, words);
  if (isOpen(tally, sentence)) {
    if (isAmongSeveral(tally, own)) for (const { named } of own) tally.compared.add(named);
  } else readStatement(tally, sentence, { leader, subject, label, compared, words });
  if (own.some(({ named }) => !isReviewer(tally, named)))
    tally.carried = carriedOn(tally, sentence, compared);
}

const isAmongSeveral = ({ scene }: Tally, own: readonly Token[]): boolean =>
  new Set(own.map(({ named }) => scene.named[named]?.id)).size > 1;

type Said = About & { label: Tone | null; compared: Compared; words: Line };

function readStatement(tally: Tally, sentence: Sentence, said: Said): void {
  const { leader, subject, label, compared, words } = said;
  const own = sentence.tokens.filter((token) => token.named >= 0);
  const tone = label ?? tally.scopes.tone(sentence.start);
  // What is advised or compared without a name or a pronoun may be anything.
  const told = leader >= 0 || is(sentence.tokens[0], IS.pronoun) ? subject : -1;
  applyCompared(tally, sentence, compared, told);
  applyRoles(tally, sentence, words, told);
  if (own.length > 0) readSingles(tally, sentence, compared, words);
  if (tone === 'pros' || tone === 'cons') {
    const target = own.length > 0 && leader < 0 ? (own[0]?.named ?? -1) : subject;
    addTone(tally, tone, target, sentence);
    // The heading has told what the words are worth; which ones they are is the model's.
    weigh(tally, sentence, compared, { leader, subject }, target);
  } else weigh(tally, sentence, compared, { leader, subject });
  if (tone !== null && tone !== 'pros' && tone !== 'cons') {
    // `Better a used A than a new B: it lasts`: the label is the comparison.
    const free = sentence.tokens.filter(({ named }, at) => named >= 0 && !compared.tokens.has(at));
    applyListTone(tally, tone, sentence, leader, label === null ? [] : free);
  }
}

/** `Is Acme worth it?` is still to be answered. */
const isOpen = ({ scene: { visible } }: Tally, { asks, start, end }: Sentence): boolean =>
  asks && !PRESUMES.test(visible.folded.slice(start, end));

/** Questions that take for granted what they ask about, or want no answer: `Why is Acme so slow?`, `slow, isn't it?` */
const PRESUMES =
  /(?<!\p{L})(?:why|who|warum|wieso|weshalb|wer|pourquoi|qui|por que|quien|porque|quem|perche|chi|waarom|wie|dlaczego|kto|почему|зачем|кто|neden|niye|nicin|kim)(?!\p{L})|为什么|为何|何必|谁|なぜ|どうして|誰|왜|누가|, ?(?:is|are|does|do|has|was)n't (?:it|they)|, (?:right|oder|nicht wahr|verdad|vero|ne|toch|prawda|degil mi|n'est-ce pas)\W*$/u;

const NO_WORDS: number[] = [];
/** Below what a sentence's leaning is no reason, and what the surest one counts in the values of words. */
const LEAST = 0.2;
const SUREST = 4;

/** Weighs the words of a sentence for each place that it speaks of; `except`: whom the rules' words do not count for. */
function weigh(tally: Tally, sentence: Sentence, compared: Compared, about: About, except = -1): void {
  const owned = readClauses(tally, sentence, compared, about);
  addRules(tally, except);
  const { named, language } = tally.scene;
  if (!tally.isScored || owned.size > MOST_JUDGED) return;
  // A name in passing is not judged by the words around it, the second side of a comparison is.
  for (const { token } of compared.mirrors) {
    const place = sentence.tokens[token]?.named ?? -1;
    if (place >= 0 && !owned.has(place)) owned.set(place, NO_WORDS);
  }
  if (owned.size === 0 || (owned.size === 1 && owned.has(-1))) return;
  const view = viewOf(sentence, named, language, compared);
  for (const [place, at] of owned) {
    if (place < 0) continue;
    const evidence = evidenceOf(tally, place);
    const bag = bagOf(view, place, at);
    evidence.sentences++;
    addBag(evidence.bag, bag);
    addLooks(evidence.looks, looksOf(view, place));
    if (tally.watch) evidence.segments.push(segmentOf(view, place, at));
    const leaning = Math.max(-SUREST, Math.min(SUREST, leaningOf(bag)));
    if (Math.abs(leaning) < LEAST) continue;
    addGround(
      tally,
      place,
      grounded('model', leaning, stretch(sentence, at[0] ?? 0, at.at(-1) ?? sentence.tokens.length - 1)),
    );
  }
}

/** What the rules found in the sentence. */
function addRules(tally: Tally, except = -1): void {
  for (const [place, { good, bad }] of tally.now) {
    if (place === except) continue;
    const { rules } = evidenceOf(tally, place);
    rules.good += good;
    rules.bad += bad;
  }
}

/** Both sides of a comparison, and who wins when the other side is not named. */
function applyCompared(tally: Tally, sentence: Sentence, compared: Compared, subject: number): void {
  if (compared.tokens.size === 0 && compared.used.size === 0 && compared.about === 0) return;
  const sides = [...compared.tokens, ...compared.used];
  const span = stretch(sentence, Math.min(...sides), Math.max(...sides));
  const side = (place: number, weight: number): void =>
    settle(tally, place, grounded('comparison', weight, span));
  for (const { token, value } of compared.verdicts) side(sentence.tokens[token]?.named ?? -1, value);
  for (const token of compared.tokens) tally.compared.add(sentence.tokens[token]?.named ?? -1);
  if (compared.about !== 0) side(subject, compared.about);
}

/** What is advised is praised by that, what is advised against is blamed. */
function applyRoles(tally: Tally, sentence: Sentence, words: Line, subject: number): void {
  const { named, language } = tally.scene;
  const places = sentence.tokens.filter((token) => token.named >= 0).map((token) => token.named);
  if (subject >= 0) places.push(subject);
  const entities = new Set(places.map((place) => named[place]?.id));
  const roles = readRoles(language, sentence, words, entities.size);
  const advise = (place: number, sign: number, span: { start: number; end: number }): void => {
    settle(tally, place, grounded('words', sign * ADVICE, span));
    if (sign > 0) tally.recommended.add(place);
  };
  // `Take A or B`: both.
  for (const { token, sign, from } of roles.advised)
    for (const at of [token, ...companions(tally.lexicon.wordings, sentence.tokens, token)])
      advise(sentence.tokens[at]?.named ?? -1, sign, stretch(sentence, from, at));
  const sole = places[0];
  if (roles.picks !== 0 && roles.advised.length === 0 && entities.size === 1 && sole !== undefined)
    advise(sole, roles.picks, stretch(sentence, 0, sentence.tokens.length - 1));
  if (roles.compares) for (const place of places) tally.compared.add(place);
}

const ADVICE = 3;
/** `Cons: slow sync` at the start of a line. */
function labelTone(tally: Tally, sentence: Sentence): Tone | null {
  const text = tally.scene.visible.folded.slice(sentence.start, Math.min(sentence.end, sentence.start + 70));
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  // `Best Buy: slow delivery` begins with a name, and with no label.
  const isName =
    sentence.tokens[0]?.named !== -1 && (sentence.tokens[0]?.end ?? 0) >= sentence.start + colon - 1;
  return isName ? null : tally.lexicon.tone(text.slice(0, colon));
}

/** Whom the next sentence is about if it names nobody: the first of several, unless they are compared or in a row. */
function carriedOn({ scene }: Tally, { tokens }: Sentence, compared: Compared): number {
  const names = tokens.flatMap(({ named }, at) => (named >= 0 ? [{ named, at }] : []));
  const first = names[0]?.named ?? -1;
  const isSole = names.every(({ named }) => scene.named[named]?.id === scene.named[first]?.id);
  return isSole || (compared.tokens.size === 0 && !isRow(tokens, names.slice(0, 2))) ? first : -1;
}

/** Whom a sentence without a name is about. */
function subjectOf(tally: Tally, sentence: Sentence, leader: number): number {
  if (leader >= 0) return leader;
  return sentence.from === sentence.to || is(sentence.tokens[0], IS.pronoun) ? tally.carried : -1;
}

function addTone(tally: Tally, tone: 'pros' | 'cons', target: number, sentence: Sentence): void {
  const words = sentence.tokens.filter((token) => token.named < 0 && token.word.length > 2).length;
  // `Cons: slow sync, no export, dear`: three points.
  const commas = sentence.tokens.filter(({ word }) => word === ',' || word === ';').length;
  const points = Math.min(1 + commas, MOST_POINTS);
  if (words >= 2 || sentence.tokens.some((token) => token.word === ':') === false)
    settle(
      tally,
      target,
      grounded(
        'heading',
        (tone === 'pros' ? 1 : -1) * POINT * Math.sqrt(points),
        stretch(sentence, 0, sentence.tokens.length - 1),
      ),
    );
}

const POINT = 1.4;
/** More of them in a line are no surer. */
const MOST_POINTS = 9;

const LISTED = { avoid: -2.4, disliked: -1, best: 1, praised: 1, liked: 1 };

/** Members of a best-of list are praised by it, members of an avoid list are blamed. */
function applyListTone(
  tally: Tally,
  tone: Exclude<Tone, 'pros' | 'cons'>,
  sentence: Sentence,
  leader: number,
  inline: readonly Token[],
): void {
  const isLearnt = tone === 'liked' || tone === 'disliked';
  const listed = (named: number, place: Range): void =>
    settle(tally, named, grounded('list', LISTED[tone], place), isLearnt ? 'headed' : undefined);
  const place = leader >= 0 ? tally.scene.named[leader] : undefined;
  if (place && place.start >= sentence.start && place.start < sentence.end) {
    listed(leader, place);
    if (tone === 'best') tally.recommended.add(leader);
  } else for (const token of inline) listed(token.named, token);
}

function readSingles(tally: Tally, sentence: Sentence, compared: Compared, words: Line): void {
  if ((words.cues & CUE.single) === 0 || !tally.lexicon.anySingle.test(words.line)) return;
  for (const { pattern, sign } of tally.lexicon.single) {
    for (const match of matchesOf(pattern, words.line)) {
      const token = tokenAt(words, match.index + match[0].indexOf('E'));
      if (token === undefined || compared.tokens.has(token)) continue;
      const last = words.starts.findLastIndex((at) => at < match.index + match[0].length);
      const first = words.tokens[words.starts.findIndex((at) => at >= match.index)] ?? 0;
      if (isDenied(sentence.tokens, first)) continue;
      const span = stretch(sentence, first, words.tokens[last] ?? 0);
      say(tally, sentence.tokens[token]?.named ?? -1, grounded('words', sign, span));
    }
  }
}

/** Whether a word of denial stands at most three words before. */
function isDenied(tokens: readonly Token[], at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 3) && !is(tokens[before], IS.stop); before--)
    if (is(tokens[before], IS.negator)) return true;
  return false;
}
