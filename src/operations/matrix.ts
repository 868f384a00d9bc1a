import { messages } from '../../contract/errors.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import { BRAND, totalOf } from '../domain/facts.ts';
import { metrics, roundHalfUp, type Sums, shareOf } from '../domain/metrics.ts';
import { listTracked } from '../storage/competitors.ts';
import { type MatrixSums, sumMatrix } from '../storage/matrix.ts';
import { listPrompts } from '../storage/prompts.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context, promptOf } from './context.ts';
import { Failure } from './failure.ts';
import { cached, onlyOf, reportFilter } from './reports.ts';

type In = Valid<Contract['matrix']>;
type Out = Output<Contract['matrix']>;
type Named = { id: number; name: string; domain: string };
type Agent = { id: number; name: string; sums: Sums[]; answers: number };

/** The brand per prompt and agent, and who is spoken of by each agent; from the cache while its data stands. */
export async function matrix(context: Context, caller: Caller, input: In): Promise<Out> {
  const brand = await brandOf(context, caller, input.brand_id);
  const { prompt_id: id, tags } = input;
  if (id !== undefined && (await promptOf(context, caller, id)).brand_id !== brand.id)
    throw Failure.notFound(messages.promptNotFound);
  return cached(context, ['matrix', brand.id, brand.data_version, input], async () => {
    const [all, tracked, prompts] = await Promise.all([
      reportFilter(context, input, onlyOf(brand)),
      listTracked(context.db, brand),
      listPrompts(context.db, { ...onlyOf(brand), id, tags }),
    ]);
    const filter = id === undefined ? all : { ...all, promptIds: prompts.map((prompt) => prompt.id) };
    const entities: Named[] = [{ ...brand, id: BRAND }, ...tracked];
    const scope = { ...onlyOf(brand), entityIds: entities.map(({ id }) => id) };
    const found = await sumMatrix(context.database.pool, scope, filter);
    const agents = await agentsOf(context, found);
    return {
      success: true,
      agents: agents.map((agent) => ({
        ai_agent: agent.name,
        ...cell(agent.sums),
        share_of_voice: shares(agent, entities, found),
      })),
      prompts: prompts.map(({ id, prompt }) => {
        const byAgent = found.cells.get(id) ?? new Map<number, Sums>();
        return {
          id,
          prompt,
          all: cellOf(totalOf({ byAgent })),
          cells: agents.map((one) => cellOf(byAgent.get(one.id))),
        };
      }),
    };
  });
}

/** The agents that answered, most answers first. */
async function agentsOf(context: Context, { cells }: MatrixSums): Promise<Agent[]> {
  const byAgent = new Map<number, Sums[]>();
  for (const own of cells.values())
    for (const [id, sums] of own) byAgent.set(id, [...(byAgent.get(id) ?? []), sums]);
  const agents = await Promise.all(
    [...byAgent].map(async ([id, sums]) => ({
      ...{ id, sums, name: await context.agents.name(id) },
      answers: sums.reduce((total, { answers }) => total + answers, 0),
    })),
  );
  return agents.sort((a, b) => b.answers - a.answers || (a.name < b.name ? -1 : 1));
}

/** Numbers as the reports show them; nothing where a report shows 0 for want of mentions. */
function cell(sums: readonly Sums[]) {
  const { total_responses: answers, visibility, sentiment, position } = metrics(sums);
  const mentions = sums.reduce((total, one) => total + one.mentions, 0);
  const isMentioned = mentions > 0;
  return {
    ...{ answers, mentions, visibility },
    sentiment: isMentioned ? sentiment : null,
    position: isMentioned ? position : null,
  };
}

const cellOf = (sums: Sums | undefined) => (sums && sums.answers > 0 ? cell([sums]) : null);

function shares({ id: agent }: Agent, entities: readonly Named[], { mentions }: MatrixSums) {
  const of = (id: number) => mentions.get(id)?.get(agent) ?? 0;
  const denominator = entities.reduce((total, { id }) => total + of(id), 0);
  return entities.map(({ id, name, domain }) => {
    const share = shareOf({ mentions: of(id), voices: denominator });
    return {
      ...{ name, domain, entity: id === BRAND ? ('brand' as const) : ('tracked' as const) },
      ...{ numerator: of(id), denominator, value: share === undefined ? null : roundHalfUp(share, 1) },
    };
  });
}
