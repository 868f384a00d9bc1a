// The whole answer: an opening, a body in one of the agent's layouts, and what agents add at the end.
import { citePages, sourced } from './cite.ts';
import { bullets, ranked, tiers } from './layouts/lists.ts';
import { advice, heading, review, versus } from './layouts/named.ts';
import { headed, prose, short } from './layouts/sections.ts';
import { table } from './layouts/tables.ts';
import { about, outcast, type Scene } from './scene.ts';
import { say } from './voice.ts';

type Layout = (scene: Scene) => string[];

const layouts: Record<string, Layout> = { ranked, bullets, tiers, headed, prose, short, table };
const byKind: Record<string, Layout> = { versus, review, advice };

export function compose(scene: Scene): string {
  citePages(scene);
  const named = byKind[scene.prompt.kind];
  const blocks = named ? [...named(scene), ...ending(scene, false)] : recommendation(scene);
  return blocks.join('\n\n');
}

function recommendation(scene: Scene): string[] {
  const name = pickLayout(scene);
  const layout = layouts[name] ?? bullets;
  if (name === 'short') return [...layout(scene), ...ending(scene, false)];
  return [...beginning(scene, name !== 'tiers'), ...layout(scene), ...extras(scene), ...ending(scene, true)];
}

function pickLayout({ agent, random }: Scene): string {
  const [name] = random.weighted(Object.entries(agent.layouts), ([, weight]) => weight ?? 0);
  return name;
}

function beginning(scene: Scene, titled: boolean): string[] {
  const { frames, random, words } = scene;
  const { parts } = scene.agent;
  const direct = random.chance(parts.direct);
  const blocks = direct ? [sourced(scene, say(scene, frames.direct))] : [];
  if (!direct || random.chance(parts.opening - 0.5)) blocks.push(say(scene, frames.opening));
  if (scene.prompt.kind === 'alternatives' && random.chance(0.55)) blocks.push(grievance(scene));
  if (random.chance(parts.context)) blocks.push(sourced(scene, say(scene, words.context)));
  if (random.chance(parts.criteria)) blocks.push(say(scene, frames.criteria));
  if (titled && random.chance(0.2)) blocks.push(heading(scene, frames.headings.picks));
  return blocks;
}

function grievance(scene: Scene): string {
  return about(scene)
    .map((company) => say(scene, scene.frames.complain, company))
    .join(scene.frames.join);
}

function extras(scene: Scene): string[] {
  const { agent, frames, random, words } = scene;
  const blocks: string[] = [];
  if (random.chance(agent.parts.advice)) {
    const tips = random.shuffled(words.advice).slice(0, 2 + random.below(3));
    const list = tips.map((tip) => `${agent.bullet} ${say(scene, [tip])}`).join('\n');
    blocks.push(heading(scene, frames.headings.choose), list);
  }
  const unwanted = random.chance(agent.parts.avoid) ? outcast(scene) : undefined;
  if (unwanted)
    blocks.push(heading(scene, frames.headings.avoid), sourced(scene, say(scene, frames.avoid, unwanted)));
  return blocks;
}

function ending(scene: Scene, decided: boolean): string[] {
  const { agent, frames, random } = scene;
  const blocks: string[] = [];
  if (decided && random.chance(agent.parts.verdict)) {
    if (random.chance(0.65)) blocks.push(heading(scene, frames.headings.verdict));
    blocks.push(sourced(scene, say(scene, frames.verdict)));
  }
  if (random.chance(agent.parts.caveat)) blocks.push(say(scene, frames.caveat));
  if (random.chance(agent.parts.follow)) blocks.push(say(scene, frames.follow));
  return blocks;
}
