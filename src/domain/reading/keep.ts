// Answers to one question repeat words, names and pages: what was found out about them is kept.

const MOST = 20_000;
const LONGEST = 200;

/** Remembers what a pure function of a short text gave; when too much is kept, it starts anew. */
export function keep<T>(find: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const found = find(text);
    if (text.length > LONGEST) return found;
    if (kept.size >= MOST) kept.clear();
    kept.set(detach(text), found);
    return found;
  };
}

/** The same for functions of a text in a language. */
export function keepByLanguage<T>(
  find: (text: string, language: string | null) => T,
): (text: string, language: string | null) => T {
  const kept = new Map<string | null, (text: string) => T>();
  let last: { language: string | null; known: (text: string) => T } | undefined;
  return (text, language) => {
    if (last?.language === language) return last.known(text);
    const known = kept.get(language) ?? keep((one) => find(one, language));
    kept.set(language, known);
    last = { language, known };
    return known(text);
  };
}

const SLOTS = 1 << 14;

/** The same for words that stand in a longer text; those met before need not be cut out of it. */
export function keepWords<T extends { word: string }>(
  find: (word: string) => T,
): (text: string, from: number, to: number) => T {
  const known = keep((word) => find(detach(word)));
  let slots: (T | undefined)[] = [];
  return (text, from, to) => {
    if (slots.length === 0) slots = new Array<T | undefined>(SLOTS).fill(undefined);
    let hash = to - from;
    for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
    const slot = (hash ^ (hash >>> 14)) & (SLOTS - 1);
    const last = slots[slot];
    if (last && last.word.length === to - from && text.startsWith(last.word, from)) return last;
    const found = known(text.slice(from, to));
    if (to - from <= LONGEST) slots[slot] = found;
    return found;
  };
}

/** A part of a text holds on to the whole of it in memory; a copy does not. */
const detach = (text: string): string => ` ${text}`.slice(1);
