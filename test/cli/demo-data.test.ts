import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type DemoAnswer, demoAnswers, demoBrands } from '../../src/cli/demo/answers.ts';

const until = new Date('2026-11-20T15:30:00Z');
const dayLength = 86_400_000;
const accounts = demoBrands.map((brand) => ({ brand, answers: [...demoAnswers(brand, until)] }));
const answers = accounts.flatMap((account) => account.answers);
const agentNames = ['chatgpt', 'claude', 'gemini', 'google_ai_mode', 'perplexity'];

function shingles(text: string): Set<string> {
  const words = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)]
    .filter((part) => part.isWordLike)
    .map((part) => part.segment);
  return new Set(words.slice(4).map((_, index) => words.slice(index, index + 5).join(' ')));
}

function similarity(one: string, other: string): number {
  const [a, b] = [shingles(one), shingles(other)];
  return a.intersection(b).size / Math.max(1, a.union(b).size);
}

function share(matches: (answer: DemoAnswer) => boolean): number {
  return answers.filter(matches).length / answers.length;
}

function visibility(of: DemoAnswer[], name: string, [from, to]: [number, number]): number {
  const part = of.filter(({ answered_at }) => {
    const age = (until.getTime() - Date.parse(answered_at)) / dayLength;
    return from <= age && age < to;
  });
  return part.filter(({ answer }) => answer.includes(name)).length / part.length;
}

describe('the demo brands', () => {
  it('are two, with 4 to 6 competitors and 20 prompts each', () => {
    assert.equal(demoBrands.length, 2);
    for (const { competitors, prompts } of demoBrands) {
      assert.ok(competitors.length >= 4 && competitors.length <= 6);
      assert.equal(new Set(prompts.map(({ prompt }) => prompt)).size, 20);
      assert.ok(prompts.every(({ tags }) => tags.length > 0));
    }
  });

  it('live under reserved domains', () => {
    for (const { domain, competitors } of demoBrands)
      for (const each of [domain, ...competitors.map((one) => one.domain)])
        assert.match(each, /^[a-z]+\.example$/);
  });
});

describe('the demo answers', () => {
  it('are about 6,000, some in every prompt and agent', () => {
    assert.ok(answers.length > 5700 && answers.length < 6400, `${answers.length} answers`);
    for (const { brand, answers } of accounts)
      for (const { prompt } of brand.prompts) {
        const asked = answers.filter((answer) => answer.prompt === prompt).map(({ agent }) => agent);
        assert.deepEqual([...new Set(asked)].sort(), agentNames, prompt);
      }
  });

  it('run from newest to oldest over 90 days and never beyond the end', () => {
    for (const { answers } of accounts) {
      const times = answers.map(({ answered_at }) => Date.parse(answered_at));
      assert.deepEqual(
        times,
        times.toSorted((a, b) => b - a),
      );
      assert.ok(times.every((time) => time <= until.getTime()));
      assert.ok(times.every((time) => time > until.getTime() - 90 * dayLength));
      assert.ok((times.at(-1) ?? until.getTime()) < until.getTime() - 89 * dayLength);
    }
  });

  it('are the same for the same day and seed, and others for another seed', () => {
    const [brand] = demoBrands;
    assert.ok(brand);
    const texts = (seed?: number) =>
      [...demoAnswers(brand, until, seed).take(200)].map(({ answer }) => answer);
    assert.deepEqual(texts(), texts(1));
    assert.notDeepEqual(texts(1), texts(2));
  });

  it('have ids of their own, and no text twice', () => {
    for (const { answers } of accounts)
      assert.equal(new Set(answers.map(({ id }) => id)).size, answers.length);
    assert.equal(new Set(answers.map(({ answer }) => answer)).size, answers.length);
  });
});

describe('the demo texts', () => {
  it('do not look alike, even for the same prompt and agent', () => {
    const similarities = accounts.flatMap(({ brand, answers }) =>
      brand.prompts.flatMap(({ prompt }) => {
        const some = answers.filter((answer) => answer.prompt === prompt).slice(0, 12);
        return some.flatMap((one, index) =>
          some.slice(index + 1).map((other) => similarity(one.answer, other.answer)),
        );
      }),
    );
    const alike = similarities.filter((value) => value >= 0.6).length / similarities.length;
    assert.ok(alike < 0.01, `${alike} of the pairs are alike`);
    assert.ok(similarities.toSorted((a, b) => a - b)[similarities.length >> 1]! < 0.2);
  });

  it('are long enough, and of several Markdown kinds', () => {
    const lengths = answers.map(({ answer }) => answer.length).sort((a, b) => a - b);
    assert.ok(lengths[0]! >= 60, `shortest ${lengths[0]}`);
    assert.ok(lengths[lengths.length >> 1]! > 900, `median ${lengths[lengths.length >> 1]}`);
    assert.ok(lengths.at(-1)! < 6000);
    assert.ok(share(({ answer }) => /^\|( --- \|)+$/m.test(answer)) > 0.1, 'tables');
    assert.ok(share(({ answer }) => /^1\. /m.test(answer)) > 0.1, 'numbered lists');
    assert.ok(share(({ answer }) => /^ {3}[-*] /m.test(answer)) > 0.05, 'nested lists');
    assert.ok(share(({ answer }) => /^#{2,3} /m.test(answer)) > 0.3, 'headings');
    assert.ok(share(({ answer }) => /\]\(https:/.test(answer)) > 0.1, 'links');
    assert.ok(share(({ answer }) => /\[\d+\]/.test(answer)) > 0.1, 'citation marks');
    assert.ok(share(({ answer }) => !/^[#|\-*\d]/m.test(answer)) > 0.02, 'plain text');
  });

  it('come in five languages', () => {
    const signs = [/ ist | und /, / para | y /, / les | est /, /です/, / the /];
    for (const sign of signs) assert.ok(share(({ answer }) => sign.test(answer)) > 0.01, String(sign));
  });

  it('read as finished text', () => {
    for (const { id, answer } of answers) {
      assert.doesNotMatch(answer, /[{}]|undefined|NaN|\[object/, id);
      assert.doesNotMatch(answer, /\S {2,}\S| [,.]|\.\.|。\.|,,|\n{3}|[ \t]$/m, id);
      assert.equal(answer, answer.trim(), id);
    }
  });
});

describe('what the demo answers tell', () => {
  it('cites http(s) pages of many hosts, some with marks on them', () => {
    const urls = answers.flatMap(({ citations }) => citations.map(({ url }) => url));
    assert.ok(new Set(urls.map((url) => new URL(url).host)).size > 60);
    assert.ok(urls.every((url) => /^https?:$/.test(new URL(url).protocol)));
    for (const mark of ['utm_source=', 'grounding-api-redirect', 'google.com/url?q=', '.example/'])
      assert.ok(
        urls.some((url) => url.includes(mark)),
        mark,
      );
  });

  it('lets the first brand rise, the second dip and recover', () => {
    const [first, second] = accounts;
    assert.ok(first && second);
    const rise = (days: [number, number]) => visibility(first.answers, first.brand.name, days);
    const dip = (days: [number, number]) => visibility(second.answers, second.brand.name, days);
    assert.ok(rise([0, 15]) > rise([75, 90]) + 0.2);
    assert.ok(dip([40, 50]) < dip([80, 90]) - 0.2);
    assert.ok(dip([40, 50]) < dip([0, 10]) - 0.2);
  });
});

describe('the demo words', () => {
  it('have balanced braces', () => {
    const folder = new URL('../../src/cli/demo/words/', import.meta.url);
    const strings = (value: unknown): string[] =>
      typeof value === 'string'
        ? [value]
        : value && typeof value === 'object'
          ? Object.values(value).flatMap(strings)
          : [];
    for (const file of readdirSync(folder).filter((name) => /^(frames|ebikes|invoicing)/.test(name)))
      for (const text of strings(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))) {
        let rest = text;
        while (/\{[^{}]*\}/.test(rest)) rest = rest.replace(/\{[^{}]*\}/g, '');
        assert.doesNotMatch(rest, /[{}|]/, `${file}: ${text}`);
      }
  });
});
