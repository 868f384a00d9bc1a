// The demo account: two invented brands and 90 days of what agents might have answered about their fields.
// Only text is written here; what it says about a brand is found by the same reading as for any import.
import { compose } from './compose.ts';
import { type Field, fields, type Prompt } from './fields.ts';
import { hash, type Random, seeded } from './random.ts';
import { type Agent, agents, companyNamed, openScene, type Scene } from './scene.ts';

type Named = { name: string; domain: string; aliases: string[] };

export type DemoBrand = Named & { competitors: Named[]; prompts: { prompt: string; tags: string[] }[] };

export type DemoAnswer = {
  id: string;
  prompt: string;
  agent: string;
  answered_at: string;
  answer: string;
  citations: { url: string; title?: string }[];
  model: string;
  searches: string[];
};

type Asking = { field: Field; prompt: Prompt; agent: Agent; at: number; time: number; key: string };

const days = 90;
const dayLength = 86_400_000;

export const demoBrands: readonly DemoBrand[] = fields.map((field) => ({
  ...nameOf(companyNamed(field, field.brand)),
  competitors: field.companies.filter((one) => one.tracked && one.name !== field.brand).map(nameOf),
  prompts: field.prompts.map(({ prompt, tags }) => ({ prompt, tags })),
}));

/** Newest first, so that reports of the last days fill first; never after `until`. */
export function* demoAnswers(brand: DemoBrand, until: Date, seed = 1): Generator<DemoAnswer> {
  const field = fields.find((one) => one.brand === brand.name);
  if (!field) throw new RangeError(`the demo data has no brand "${brand.name}"`);
  const written = new Set<string>();
  for (let age = 0; age <= days; age++)
    for (const asking of askingsOfDay(field, until.getTime(), age, seed)) {
      const answer = write(asking, written);
      written.add(answer.answer);
      yield answer;
    }
}

/**
 * What an agent says to a prompt at this moment, without marks of any vendor; `salt` makes answers differ. A
 * prompt that the demo does not know gets the answer to one that it knows.
 */
export function demoSays({ prompt, agent, salt }: { prompt: string; agent: string; salt: number }) {
  const random = seeded(hash(`${prompt} ${agent} ${salt}`));
  const known = fields.flatMap((field) => field.prompts.map((one) => ({ field, prompt: one })));
  const { field, prompt: asked } = known.find((one) => one.prompt.prompt === prompt) ?? random.pick(known);
  const manner = agents.find(({ name }) => name === agent) ?? random.pick(agents);
  // Marks on links and in the text are the vendor's, whose stand-in sets them.
  const unmarked = { ...manner, name: 'claude', cite: 'none' };
  const scene = openScene({ field, prompt: asked, agent: unmarked, time: 1, random });
  return { text: compose(scene), citations: scene.citations, searches: searches(scene, random) };
}

function nameOf({ name, domain, aliases }: Named): Named {
  return { name, domain, aliases };
}

/** What was asked on a day; not every agent is asked every prompt. */
function askingsOfDay(field: Field, until: number, age: number, seed: number): Asking[] {
  const midnight = Math.floor(until / dayLength) * dayLength - age * dayLength;
  const day = new Date(midnight).toISOString().slice(0, 10);
  const oldest = until - days * dayLength;
  return field.prompts
    .flatMap((prompt, index) => agents.map((agent) => ({ prompt, index, agent })))
    .flatMap(({ prompt, index, agent }) => {
      const key = `${day}-${index + 1}-${agent.name}`;
      const random = seeded(hash(`${seed} ${field.name} ${key}`));
      const at = midnight + Math.floor(random.next() * 86_400) * 1000;
      const asked = random.chance(agent.rate) && at <= until && at > oldest;
      return asked ? [{ field, prompt, agent, at, time: 1 - (until - at) / (days * dayLength), key }] : [];
    })
    .sort((a, b) => b.at - a.at);
}

function write(asking: Asking, written: ReadonlySet<string>): DemoAnswer {
  const { field, prompt, agent, at, key } = asking;
  for (let attempt = 0; ; attempt++) {
    const random = seeded(hash(`${field.name} ${key} ${at} ${attempt}`));
    const scene = openScene({ ...asking, random });
    const answer = compose(scene);
    if (written.has(answer)) continue;
    return {
      id: `demo-${field.name}-${key}`,
      prompt: prompt.prompt,
      agent: agent.name,
      answered_at: new Date(at).toISOString(),
      answer,
      citations: scene.citations,
      model: random.pick(agent.models),
      searches: searches(scene, random),
    };
  }
}

function searches(scene: Scene, random: Random): string[] {
  const text = scene.prompt.prompt.replace(/[?¿？]/g, '').trim();
  const [first, second] = scene.cast.map((one) => one.name);
  const dated = text.includes(scene.frames.year) ? text : `${text} ${scene.frames.year}`;
  const all = [text, dated, `${first} vs ${second}`, `${first} reviews`];
  return random.shuffled([...new Set(all)]).slice(0, random.below(4));
}
