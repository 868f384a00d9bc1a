// Bodies made of text: a heading per company, running paragraphs, a short plain answer.
import { sourced } from '../cite.ts';
import type { Company } from '../fields.ts';
import { mood, type Scene } from '../scene.ts';
import { remark, say } from '../voice.ts';

export function headed(scene: Scene): string[] {
  const numbered = scene.random.chance(0.65);
  const balanced = scene.random.chance(0.4);
  return scene.cast.map((company, index) => {
    const title = `### ${numbered ? `${index + 1}. ` : ''}${company.name}`;
    const text = sourced(scene, say(scene, scene.frames.describe, company));
    const short = index > 2 && scene.random.chance(0.5);
    return [title, text, ...(balanced && !short ? [prosAndCons(scene, company)] : [])].join('\n\n');
  });
}

export function prose(scene: Scene): string[] {
  return scene.cast.map((company, index) => {
    const sentences = [say(scene, scene.frames.praise, company)];
    if (index < 3 || scene.random.chance(0.5)) sentences.push(more(scene, company));
    if (scene.random.chance(1.3 - mood(scene, company)))
      sentences.push(say(scene, scene.frames.complain, company));
    const text = sentences.map((sentence) => sourced(scene, sentence)).join(scene.frames.join);
    return scene.random.chance(0.5) ? text.replace(company.name, `**${company.name}**`) : text;
  });
}

export function short(scene: Scene): string[] {
  const blocks = [sourced(scene, say(scene, scene.frames.short))];
  if (scene.random.chance(0.7)) blocks.push(say(scene, scene.words.context));
  if (scene.random.chance(0.5)) blocks.push(say(scene, scene.frames.caveat));
  return scene.random.chance(0.5) ? [blocks.join(scene.frames.join)] : blocks;
}

/** Pros and cons of one company, as two labelled lists. */
export function prosAndCons(scene: Scene, company: Company): string {
  const { frames, random } = scene;
  const emoji = random.chance(scene.agent.emoji);
  const lines = (sign: 'good' | 'bad', count: number) =>
    Array.from({ length: count }, () => {
      const mark = emoji ? (sign === 'good' ? '✅ ' : '❌ ') : '';
      return `${scene.agent.bullet} ${mark}${sourced(scene, remark(scene, company, sign))}`;
    }).join('\n');
  const title = (titles: string[]) => `**${say(scene, titles)}${frames.colon.trimEnd()}**`;
  const pros = `${title(frames.headings.pros)}\n\n${lines('good', 2 + random.below(2))}`;
  return `${pros}\n\n${title(frames.headings.cons)}\n\n${lines('bad', 1 + random.below(2))}`;
}

function more(scene: Scene, company: Company): string {
  const { frames, random, words } = scene;
  if (random.chance(0.3)) return say(scene, words.priceLine, company);
  return say(scene, random.chance(0.35) ? frames.plain : frames.praise, company);
}
