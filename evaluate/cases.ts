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

/** Answers outside of the corpus whose sentiments are labelled: to train with, and to measure with. */
export const loadAnswers = (folder: 'training' | 'unseen'): Case[] =>
  (
    JSON.parse(readFileSync(path.join(CORPUS, '..', folder, 'answers.json'), 'utf8')) as Omit<
      Case,
      'isAnswer'
    >[]
  ).map((one) => ({ ...one, isAnswer: true }));

export type UrlCases = {
  source_domain: { url: string; expect: string }[];
  same_page: [string, string][];
  different_page: [string, string][];
};

/** URLs with the domain that they belong to, and pairs that are one page or two. */
export function loadUrls(): UrlCases {
  return JSON.parse(readFileSync(path.join(CORPUS, 'urls.json'), 'utf8')) as UrlCases;
}
