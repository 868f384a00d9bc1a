// Bodies made of lists: ranked with nested bullets, plain bullets, groups by need.
import { companyLink, sourced } from '../cite.ts';
import type { Company } from '../fields.ts';
import { mood, type Scene } from '../scene.ts';
import { capital, remark, say } from '../voice.ts';

export function ranked(scene: Scene): string[] {
  const labelled = scene.random.chance(0.5);
  const spaced = scene.random.chance(0.4);
  const items = scene.cast.map((company, index) => {
    const tag = tagline(scene, company);
    const head = `${index + 1}. ${headOf(scene, company)}${tag}`;
    const indent = '   ';
    const points = labelled
      ? labelledPoints(scene, company, tag.startsWith(' ('))
      : plainPoints(scene, company);
    return [head, ...points.map((point) => `${indent}${scene.agent.bullet} ${point}`)].join('\n');
  });
  return spaced ? items : [items.join('\n')];
}

export function bullets(scene: Scene): string[] {
  const colon = scene.random.chance(0.6);
  const items = scene.cast.map((company) => {
    const told = capital(say(scene, scene.frames.entry, company));
    const head = headOf(scene, company);
    return `${scene.agent.bullet} ${colon ? head.replace(/\*\*$/, ':**') : `${head} –`} ${sourced(scene, told)}`;
  });
  return [items.join('\n')];
}

export function tiers(scene: Scene): string[] {
  const headed = scene.random.chance(0.5);
  return scene.cast.map((company) => {
    const title = tierTitle(scene, company);
    const text = tierText(scene, company);
    return headed
      ? `${scene.agent.heading} ${title}\n\n${text}`
      : `**${title}${scene.frames.colon.trimEnd()}** ${text}`;
  });
}

/** Two or three good points and now and then a bad one, as the company's standing allows. */
export function plainPoints(scene: Scene, company: Company): string[] {
  const count = 2 + scene.random.below(2);
  const points = Array.from({ length: count }, (_, index) =>
    remark(scene, company, index === 0 || scene.random.chance(mood(scene, company)) ? 'good' : 'bad'),
  );
  return points.map((point) => sourced(scene, point));
}

function labelledPoints(scene: Scene, company: Company, tagged: boolean): string[] {
  const { frames, random } = scene;
  const labelled = (label: string, text: string) => `**${label}${frames.colon.trimEnd()}** ${text}`;
  const points = [labelled(say(scene, frames.labels.good), remark(scene, company, 'good'))];
  if (random.chance(0.75))
    points.push(labelled(say(scene, frames.labels.bad), remark(scene, company, 'bad')));
  if (random.chance(0.5))
    points.push(labelled(frames.labels.price[0] ?? '', say(scene, ['{price}'], company)));
  if (!tagged && random.chance(0.5))
    points.push(labelled(frames.labels.bestFor[0] ?? '', say(scene, ['{audience}'], company)));
  return points;
}

function headOf(scene: Scene, company: Company): string {
  const linked = scene.agent.cite === 'links' && scene.random.chance(0.22);
  return linked ? `**[${company.name}](${companyLink(scene, company)})**` : `**${company.name}**`;
}

function tagline(scene: Scene, company: Company): string {
  const { frames, random } = scene;
  if (random.chance(0.35)) return '';
  if (random.chance(0.5)) return ` – ${remark(scene, company, 'good')}`;
  return ` (${frames.labels.bestFor[0]}${frames.colon}${say(scene, ['{audience}'], company)})`;
}

/** Each group has a title of its own. */
function tierTitle(scene: Scene, company: Company): string {
  for (let attempt = 0; ; attempt++) {
    const title = capital(say(scene, scene.frames.tiers, company));
    if (attempt < 5 && scene.used.has(title)) continue;
    scene.used.add(title);
    return title;
  }
}

function tierText(scene: Scene, company: Company): string {
  const direct = scene.frames.praise.filter((template) => template.startsWith('{name}'));
  const sentences = [say(scene, direct, company).replace(company.name, `**${company.name}**`)];
  if (scene.random.chance(0.6)) sentences.push(say(scene, scene.frames.praise, company));
  if (scene.random.chance(0.25)) sentences.push(say(scene, scene.words.priceLine, company));
  if (scene.random.chance(1.2 - mood(scene, company)))
    sentences.push(say(scene, scene.frames.complain, company));
  return sourced(scene, sentences.join(scene.frames.join));
}
