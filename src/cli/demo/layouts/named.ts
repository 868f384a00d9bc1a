// Answers about companies that the question names: which of two, is it any good, how to go about it.
import { sourced } from '../cite.ts';
import { type Company, valueAt } from '../fields.ts';
import { at } from '../random.ts';
import { about, mood, type Scene } from '../scene.ts';
import { remark, say } from '../voice.ts';
import { plainPoints } from './lists.ts';
import { prosAndCons } from './sections.ts';
import { duelTable } from './tables.ts';

export function versus(scene: Scene): string[] {
  const { frames, random } = scene;
  const pair = scene.cast.slice(0, 2);
  const blocks = [say(scene, frames.duelOpening)];
  if (random.chance(0.4)) blocks.push(say(scene, scene.words.context));
  if (random.chance(0.6)) blocks.push(heading(scene, frames.headings.compare), duelTable(scene, pair));
  blocks.push(...(random.chance(0.55) ? portraits(scene, pair) : pair.map((one) => paragraph(scene, one))));
  blocks.push(heading(scene, frames.headings.verdict), sourced(scene, say(scene, frames.duelVerdict)));
  if (random.chance(0.4)) blocks.push(heading(scene, frames.headings.others), alternatives(scene, 2));
  return blocks;
}

export function review(scene: Scene): string[] {
  const { frames, random } = scene;
  const company = at(about(scene), 0);
  if (valueAt(company.presence, scene.time) < 0.42 && random.chance(0.18)) return unknown(scene, company);
  const blocks = [sourced(scene, reviewOpening(scene, company))];
  if (random.chance(0.4)) blocks.push(say(scene, frames.plain, company));
  blocks.push(random.chance(0.75) ? prosAndCons(scene, company) : paragraph(scene, company));
  if (random.chance(0.5)) blocks.push(paragraph(scene, company));
  if (random.chance(0.35)) blocks.push(say(scene, scene.words.context));
  if (random.chance(0.75)) blocks.push(heading(scene, frames.headings.others), alternatives(scene, 1));
  return blocks;
}

export function advice(scene: Scene): string[] {
  const { frames, prompt, random, words } = scene;
  const tips = random.shuffled(words.tips?.[prompt.tips ?? ''] ?? words.advice).slice(0, 5 + random.below(4));
  const numbered = random.chance(0.6);
  const items = tips.map((tip, index) => {
    const text = sourced(scene, say(scene, [tip]));
    return `${numbered ? `${index + 1}.` : scene.agent.bullet} ${text}`;
  });
  const titled = random.chance(0.5) ? [heading(scene, frames.headings.steps)] : [];
  const blocks = [say(scene, frames.adviceOpening), ...titled, items.join('\n')];
  if (random.chance(0.6)) blocks.push(sourced(scene, say(scene, frames.adviceTools)));
  if (random.chance(0.3)) blocks.push(paragraph(scene, at(scene.cast, 0)));
  return random.chance(0.5) ? [...blocks, say(scene, words.context)] : blocks;
}

export function heading(scene: Scene, titles: readonly string[]): string {
  return `${scene.agent.heading} ${say(scene, titles)}`;
}

function reviewOpening(scene: Scene, company: Company): string {
  const { reviewBad, reviewGood, reviewMixed } = scene.frames;
  const temper = mood(scene, company) + 0.5 * (scene.random.next() - 0.5);
  const templates = temper > 0.62 ? reviewGood : temper > 0.38 ? reviewMixed : reviewBad;
  return say(scene, templates, company);
}

function unknown(scene: Scene, company: Company): string[] {
  const tips = scene.random.shuffled(scene.words.advice).slice(0, 3);
  const list = tips.map((tip) => `${scene.agent.bullet} ${say(scene, [tip])}`).join('\n');
  return [say(scene, scene.frames.unknown, company), list, say(scene, scene.frames.caveat)];
}

function portraits(scene: Scene, pair: Company[]): string[] {
  return pair.flatMap((company) => [
    `### ${company.name}`,
    scene.random.chance(0.6) ? prosAndCons(scene, company) : pointList(scene, company),
  ]);
}

function pointList(scene: Scene, company: Company): string {
  return [...plainPoints(scene, company), remark(scene, company, 'bad')]
    .map((point) => `${scene.agent.bullet} ${point}`)
    .join('\n');
}

function paragraph(scene: Scene, company: Company): string {
  const { frames, random } = scene;
  const sentences = [say(scene, frames.praise, company), say(scene, frames.praise, company)];
  if (random.chance(0.8)) sentences.push(say(scene, frames.complain, company));
  if (random.chance(0.5)) sentences.push(say(scene, scene.words.priceLine, company));
  return sentences.map((sentence) => sourced(scene, sentence)).join(frames.join);
}

/** The companies beside those that the question names. */
function alternatives(scene: Scene, from: number): string {
  const { agent, frames, random } = scene;
  const rest = scene.cast.slice(from);
  if (random.chance(0.4)) return sourced(scene, say(scene, frames.praise, rest[0] ?? at(scene.cast, 0)));
  return rest
    .map((one) => `${agent.bullet} **${one.name}**${frames.colon}${remark(scene, one, 'good')}`)
    .join('\n');
}
