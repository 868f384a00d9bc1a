// Other spellings of names that many know: their initials, their short forms, and how other scripts write them.
import { readFileSync } from 'node:fs';
import { fold } from './fold.ts';

let groups: ReadonlyMap<string, readonly string[]> | undefined;

function readGroups(): ReadonlyMap<string, readonly string[]> {
  const read = new Map<string, readonly string[]>();
  const lines = readFileSync(new URL('./data/aliases.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  for (const line of lines) {
    const names = line.split('; ');
    for (const name of names) read.set(fold(name), names);
  }
  return read;
}

/** The spellings that nobody of these gave, but that mean one of them: never one that means another of them too. */
export function spellingsOf(all: readonly (readonly string[])[]): string[][] {
  groups ??= readGroups();
  const known = groups;
  const given = new Set(all.flat().map(fold));
  const claims = all.map((names) => new Set(names.flatMap((name) => known.get(fold(name)) ?? [])));
  return claims.map((claim, i) =>
    [...claim].filter(
      (spelling) =>
        !given.has(fold(spelling)) && claims.every((other, at) => at === i || !other.has(spelling)),
    ),
  );
}
