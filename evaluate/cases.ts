// The labelled cases: corpus/README.md says how they are written and labelled.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Kind } from '../src/domain/reading.ts';

export type Label = 'pos' | 'neu' | 'neg';
export type Expected = {
  mentioned?: boolean;
  kind?: Kind;
  position?: number | null;
  sentiment?: Label | null;
};
export type Entity = {
  name: string;
  aliases?: string[];
  domain?: string;
  exclude?: string[];
  /** What is not labelled is not scored. */
  expect?: Expected;
};
export type Case = {
  id: string;
  language: string;
  kind: string;
  entities: Entity[];
  text: string[];
  citations?: string[];
  names?: string[];
  domains?: string[];
  isAnswer: boolean;
};
/** `earlier` cases shaped the rules before the corpus was there; nobody looks at `sealed` ones while tuning. */
export const PARTS = ['sealed', 'open', 'earlier'] as const;
export type Part = (typeof PARTS)[number];

const CORPUS = path.join(import.meta.dirname, 'corpus');

/** The cases of a part, in order of file and place. */
export function loadCases(part: Part): Case[] {
  const folder = path.join(CORPUS, part);
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const cases = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Omit<Case, 'isAnswer'>[];
      return cases.map((one) => ({ ...one, isAnswer: file.includes('answers') }));
    });
}

/** An answer outside of the corpus, and the file that it stands in. */
export type FiledAnswer = Case & { file: string };

/** The answers of `FOLDER/*.txt`, whose sentiments are labelled: to train with, and to measure with. */
export function loadAnswers(folder: 'training' | 'unseen'): FiledAnswer[] {
  const at = path.join(CORPUS, '..', folder);
  return readdirSync(at)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .flatMap((file) =>
      readFileSync(path.join(at, file), 'utf8')
        .split(/^=== /m)
        .slice(1)
        .map((text) => ({ ...answerOf(text), file, isAnswer: !file.startsWith('sentences') })),
    );
}

const LABELLED = /^(.+): (pos|neu|neg)$/;

/** A line `LANGUAGE-id | layout`, one `Name: label` for each entity, the other `names:`, `---`, and the answer. */
function answerOf(text: string): Omit<Case, 'isAnswer'> {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const [id = '', kind = ''] = head.split(' | ');
  const start = lines.indexOf('---');
  const entities: Entity[] = [];
  let names: string[] | undefined;
  for (const line of lines.slice(0, start)) {
    const [, name, sentiment] = LABELLED.exec(line) ?? [];
    if (name) entities.push({ name, expect: { mentioned: true, sentiment: sentiment as Label } });
    else if (line.startsWith('names: ')) names = line.slice(7).split('; ');
    else throw new Error(`${id}: "${line}" is neither "Name: label" nor "names: ..."`);
  }
  if (start < 0 || entities.length === 0) throw new Error(`${id}: no labels, or no --- after them`);
  return {
    id,
    language: id.slice(0, 2),
    kind,
    entities,
    text: lines.slice(start + 1),
    ...(names && { names }),
  };
}

export type UrlCases = {
  source_domain: { url: string; expect: string }[];
  same_page: [string, string][];
  different_page: [string, string][];
};

/** URLs with the domain that they belong to, and pairs that are one page or two. */
export function loadUrls(): UrlCases {
  return JSON.parse(readFileSync(path.join(CORPUS, 'urls.json'), 'utf8')) as UrlCases;
}
