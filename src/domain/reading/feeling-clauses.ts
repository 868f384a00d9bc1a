// What each clause says, and of whom: the subject before a word, a whole row of names, or who leads the passage.
import { type Clause, splitClauses, type Valued, valueClause } from './clauses.ts';
import type { Compared } from './compare.ts';
import { type Ground, grounded, say, stretch, type Tally } from './feeling-tally.ts';
import { is, type Sentence, type Token } from './sentences.ts';
import { IS } from './traits.ts';

export type About = { leader: number; subject: number };
type NamedToken = { named: number; at: number };

/** Counts the words of a sentence, and tells which tokens speak of which place. */
export function readClauses(
  tally: Tally,
  sentence: Sentence,
  compared: Compared,
  about: About,
): Map<number, number[]> {
  const { tokens } = sentence;
  const clauses = splitClauses(tokens);
  const owned = new Map<number, number[]>();
  let last = about.subject;
  clauses.forEach((clause, i) => {
    const named = namedIn(tokens, clause);
    const subjects = named.filter((name) => !compared.objects.has(name.at));
    const fallback = fallbackOf(tokens, clauses, i, { leader: about.leader, subject: last });
    const values = valueClause(tally.lexicon, tokens, clause, compared.used);
    for (const value of values)
      for (const target of targetsOf(tokens, clause, subjects, value.token, about, fallback))
        say(tally, target, reach(sentence, value));
    own(owned, tokens, clause, (at) => targetsOf(tokens, clause, subjects, at, about, fallback));
    // `Rather than B, take A; it is light`: what goes on is about A.
    const subject = subjects[0] ?? named[0];
    if (subject && !(about.leader >= 0)) last = subject.named;
  });
  return owned;
}

const reach = (sentence: Sentence, { token, length, value }: Valued): Ground =>
  grounded('words', value, stretch(sentence, token, token + length - 1));

/** Whom a clause without a name is about. */
function fallbackOf(tokens: readonly Token[], clauses: readonly Clause[], at: number, about: About): number {
  // "If you use A, pick a good B": what follows the condition is not about A.
  if (is(tokens[0], IS.condition) && at > 0 && about.leader < 0) return -1;
  if (about.subject >= 0) return about.subject;
  const next = clauses[at + 1];
  return next ? (namedIn(tokens, next)[0]?.named ?? -1) : -1;
}

/** The words of a sentence about more places are weighed for none: it is a row of names. */
export const MOST_JUDGED = 12;

function own(
  owned: Map<number, number[]>,
  tokens: readonly Token[],
  clause: Clause,
  targetsAt: (at: number) => readonly number[],
): void {
  let targets: readonly number[] = targetsAt(clause.from);
  for (let i = clause.from; i < clause.to && owned.size <= MOST_JUDGED; i++) {
    const token = tokens[i];
    if (!token) continue;
    // Whom words are about changes at a name alone.
    if (token.named >= 0) targets = targetsAt(i + 1);
    else
      for (const target of targets) {
        const list = owned.get(target);
        if (list) list.push(i);
        else owned.set(target, [i]);
      }
  }
}

function namedIn(tokens: readonly Token[], clause: Clause): NamedToken[] {
  const out: NamedToken[] = [];
  for (let i = clause.from; i < clause.to; i++) {
    const named = tokens[i]?.named ?? -1;
    if (named >= 0) out.push({ named, at: i });
  }
  return out;
}

function targetsOf(
  tokens: readonly Token[],
  clause: Clause,
  named: readonly NamedToken[],
  at: number,
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
    (name) => name.at < at && (name === opening || !is(tokens[name.at - 1], IS.preposition)),
  );
  return [(before ?? opening).named];
}

/** Whether only words as `and` stand between names. */
export function isRow(tokens: readonly Token[], named: readonly NamedToken[]): boolean {
  for (let i = 1; i < named.length; i++) {
    for (let k = (named[i - 1]?.at ?? 0) + 1; k < (named[i]?.at ?? 0); k++) {
      if (!is(tokens[k], IS.row | IS.both)) return false;
    }
  }
  return true;
}
