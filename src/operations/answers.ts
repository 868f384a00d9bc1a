import { messages } from '../../contract/errors.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import {
  citationsOf,
  findAnswer,
  listAnswers,
  mentionsOf,
  type ShownMention,
} from '../storage/answer-lists.ts';
import { listTracked } from '../storage/competitors.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context, promptOf } from './context.ts';
import { Failure } from './failure.ts';
import { reportFilter } from './reports.ts';
import { ownTypes } from './sources.ts';

type In<N extends keyof Contract> = Valid<Contract[N]>;
type Out<N extends keyof Contract> = Promise<Output<Contract[N]>>;

const PAGE = 100;

/** A page of answers, newest first; `next` is the id to go on before, null at the end. */
export async function answers(context: Context, caller: Caller, input: In<'answers'>): Out<'answers'> {
  const brand = await brandOf(context, caller, input.brand_id);
  const { prompt_id: promptId, mentioned, before, limit = PAGE } = input;
  if (promptId !== undefined && (await promptOf(context, caller, promptId)).brand_id !== brand.id)
    throw Failure.notFound(messages.promptNotFound);
  const filter = await reportFilter(context, input);
  const found = await listAnswers(context.db, brand, {
    ...filter,
    promptId,
    mentioned,
    before,
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  return { success: true, answers: page, next: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** One answer with mentions, citations and raw body; 404 when it is not in the account, 403 outside the key's brand. */
export async function answer(context: Context, caller: Caller, { answer_id }: In<'answer'>): Out<'answer'> {
  const { accountId } = caller;
  const found = await findAnswer(context.db, accountId, answer_id);
  if (!found) throw Failure.notFound(messages.answerNotFound);
  const brand = await brandOf(context, caller, found.brand_id);
  const [mentions, citations, tracked] = await Promise.all([
    mentionsOf(context.db, accountId, found.id),
    citationsOf(context.db, accountId, found.id),
    listTracked(context.db, brand),
  ]);
  const typeOf = ownTypes(brand, tracked);
  return {
    success: true,
    answer: {
      ...found,
      raw: found.raw?.toString('utf8') ?? null,
      mentions: mentions.map((mention) => shownMention(mention, brand.name)),
      citations: citations.map((citation) => ({ ...citation, type: typeOf(citation) })),
    },
  };
}

function shownMention({ entity_id, tracked, spans, ...mention }: ShownMention, brandName: string) {
  const entity = entity_id === 0 ? 'brand' : tracked ? 'tracked' : 'untracked';
  const pairs = Array.from({ length: spans.length / 2 }, (_, at): [number, number] => [
    spans[2 * at] ?? 0,
    spans[2 * at + 1] ?? 0,
  ]);
  return {
    ...mention,
    name: mention.name ?? brandName,
    entity: entity as 'brand' | 'tracked' | 'untracked',
    spans: pairs,
  };
}
