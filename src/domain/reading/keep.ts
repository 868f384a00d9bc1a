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
  return (text, language) => {
    let known = kept.get(language);
    if (!known) {
      known = keep((one) => find(one, language));
      kept.set(language, known);
    }
    return known(text);
  };
}

/** The same for functions of a thing and a short text beside it. */
export function keepBeside<K extends object, T extends object>(
  find: (thing: K, text: string) => T,
): (thing: K, text: string) => T {
  const kept = new Map<K, Map<string, T>>();
  let count = 0;
  return (thing, text) => {
    const beside = kept.get(thing);
    const known = beside?.get(text);
    if (known !== undefined) return known;
    const found = find(thing, text);
    if (text.length > LONGEST) return found;
    if (++count > MOST) {
      kept.clear();
      count = 1;
    }
    const texts = kept.get(thing) ?? new Map<string, T>();
    kept.set(thing, texts.set(detach(text), found));
    return found;
  };
}

/** A part of a text holds on to the whole of it in memory; a copy does not. */
const detach = (text: string): string => ` ${text}`.slice(1);
