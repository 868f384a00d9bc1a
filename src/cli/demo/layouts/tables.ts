// Bodies with a table: companies in rows, or two companies side by side.
import { sourced } from '../cite.ts';
import { type Company, lookup } from '../fields.ts';
import { at } from '../random.ts';
import type { Scene } from '../scene.ts';
import { capital, remark, say } from '../voice.ts';

type Column = { title: string; cell: (company: Company, index: number) => string };

export function table(scene: Scene): string[] {
  const { frames, random } = scene;
  const title = `${scene.agent.heading} ${say(scene, frames.headings.compare)}`;
  const told = scene.cast.slice(0, 2 + random.below(2)).map((company) => {
    const text = say(scene, frames.praise, company);
    return sourced(scene, text.replace(company.name, `**${company.name}**`));
  });
  const blocks = [title, companyTable(scene), ...told];
  return random.chance(0.3) ? [...told, title, companyTable(scene)] : blocks;
}

export function companyTable(scene: Scene): string {
  const { frames, random } = scene;
  const extra = random.shuffled(extraColumns(scene)).slice(0, 2 + random.below(2));
  const rank: Column = { title: random.pick(frames.labels.rank), cell: (_, index) => String(index + 1) };
  const bold = random.chance(0.6);
  const name: Column = {
    title: random.pick(frames.labels.name),
    cell: (company) => (bold ? `**${company.name}**` : company.name),
  };
  const columns = [...(random.chance(0.25) ? [rank] : []), name, ...extra];
  return markdown([
    columns.map(({ title }) => title),
    ...scene.cast.map((company, index) => columns.map(({ cell }) => cell(company, index))),
  ]);
}

/** Two companies as columns, aspects as rows. */
export function duelTable(scene: Scene, pair: Company[]): string {
  const { frames, random, words } = scene;
  const asked = random.shuffled([...new Set([...scene.focus, ...pair.flatMap((one) => one.strong)])]);
  const rows = asked
    .slice(0, 4 + random.below(2))
    .map((key) => [lookup(words.aspects, key).label, ...pair.map((company) => grade(scene, company, key))]);
  const price = [random.pick(frames.labels.price), ...pair.map((one) => say(scene, ['{price}'], one))];
  const since = [random.pick(frames.labels.founded), ...pair.map((one) => String(one.founded))];
  const facts = random.chance(0.5) ? [price, since] : [price];
  return markdown([['', ...pair.map((one) => one.name)], ...facts, ...rows]);
}

function extraColumns(scene: Scene): Column[] {
  const { labels } = scene.frames;
  const cell = (template: string) => (company: Company) => capital(say(scene, [template], company));
  const aspect = at(scene.focus, 0);
  return [
    { title: scene.random.pick(labels.price), cell: cell('{price}') },
    { title: scene.random.pick(labels.bestFor), cell: cell('{audience}') },
    { title: scene.random.pick(labels.good), cell: (company) => remark(scene, company, 'good') },
    { title: scene.random.pick(labels.bad), cell: (company) => remark(scene, company, 'bad') },
    {
      title: lookup(scene.words.aspects, aspect).label,
      cell: (company) => grade(scene, company, aspect),
    },
  ];
}

function grade(scene: Scene, company: Company, aspect: string): string {
  const { grades } = scene.frames;
  if (company.strong.includes(aspect)) return scene.random.pick(grades.good);
  return scene.random.pick(company.weak.includes(aspect) ? grades.bad : grades.mid);
}

function markdown(rows: string[][]): string {
  const [head = [], ...rest] = rows;
  const line = (cells: string[]) => `| ${cells.map((cell) => cell || '\u00a0').join(' | ')} |`;
  return [line(head), `|${head.map(() => ' --- ').join('|')}|`, ...rest.map(line)].join('\n');
}
