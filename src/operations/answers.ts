import { messages } from '../../contract/errors.ts';
import type { Output, Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import { unpackExchanges } from '../domain/exchanges.ts';
import { BRAND } from '../domain/facts.ts';
import { type EntityReading, READING_VERSION, type Reading, readAnswer } from '../domain/reading.ts';
import {
  findAnswer,
  hasAnswer,
  listAnswers,
  mentionsOf,
  type ShownMention,
} from '../storage/answer-lists.ts';
import type { Brand } from '../storage/brands.ts';
import { listTracked } from '../storage/competitors.ts';
import { exchangesOfAnswer } from '../storage/runs.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context, promptOf } from './context.ts';
import { Failure } from './failure.ts';
import type { Reader } from './reader.ts';
import { onlyOf, reportFilter } from './reports.ts';
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
  await assertCursor(context, brand, before);
  const filter = await reportFilter(context, input, onlyOf(brand));
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

/** A page that goes on before an answer which is gone would look like the last one. */
export async function assertCursor(
  context: Context,
  brand: Brand,
  before: number | undefined,
): Promise<void> {
  if (before !== undefined && !(await hasAnswer(context.db, brand, before)))
    throw Failure.invalid(
      `before must be the id of an answer of this brand: ${before} is none, or was deleted`,
    );
}

/** One answer with mentions, citations and raw body; 404 when it is not in the account, 403 outside the key's brand. */
export async function answer(context: Context, caller: Caller, { answer_id }: In<'answer'>): Out<'answer'> {
  const { accountId } = caller;
  const found = await findAnswer(context.db, accountId, answer_id);
  if (!found) throw Failure.notFound(messages.answerNotFound);
  const brand = await brandOf(context, caller, found.brand_id);
  const [mentions, reader, tracked] = await Promise.all([
    mentionsOf(context.db, accountId, found.id),
    context.reader.of(accountId, brand.id),
    listTracked(context.db, brand),
  ]);
  if (!reader) throw Failure.notFound(messages.answerNotFound);
  const { citations, consulted, settings_version, reading_version, ...shown } = found;
  const reading = readAnswer(reader.entities, found.answer, citations);
  const isCurrent = settings_version === reader.settings_version && reading_version === READING_VERSION;
  const typeOf = ownTypes(brand, tracked);
  return {
    success: true,
    answer: {
      ...shown,
      raw: await rawBody(context, { id: found.id, account_id: accountId }),
      mentions: mentions.map((mention) => ({
        name: mention.name ?? brand.name,
        entity: mention.entity_id === BRAND ? 'brand' : mention.tracked ? 'tracked' : 'untracked',
        kind: mention.kind,
        position: mention.position,
        sentiment: mention.sentiment,
        ...reasonsOf(shown.answer, isCurrent ? readingOf(mention, reading, reader) : undefined),
      })),
      citations: reading.sources.map(({ host, ...source }) => ({ ...source, type: typeOf(source) })),
      consulted: consulted.map(({ url, title = '' }) => ({ url, title })),
    },
  };
}

/** The vendor's responses that the answer came from, one after the other; null for an imported one. */
async function rawBody(
  { db }: Context,
  { id, account_id }: { id: number; account_id: number },
): Promise<string | null> {
  const packed = await exchangesOfAnswer(db, account_id, id);
  return (
    packed &&
    unpackExchanges(packed)
      .map(({ body }) => body)
      .join('\n')
  );
}

/** What a reading says of an entity; nothing when it was made under settings that name the entity otherwise. */
export function readingOf(
  { entity_id, spelling }: Pick<ShownMention, 'entity_id' | 'spelling'>,
  reading: Reading,
  { competitorIds }: Reader,
) {
  if (entity_id === BRAND) return reading.brand;
  const at = competitorIds.indexOf(entity_id);
  return at >= 0 ? reading.competitors[at] : reading.discovered.find(({ key }) => key === spelling);
}

/** Where an entity stands in an answer, and the words that decided its position and sentiment. */
export function reasonsOf(answer: string, own: EntityReading | undefined) {
  const textOf = ([start, end]: readonly [number, number]) => answer.slice(start, end);
  const placed = own?.placed;
  return {
    spans: own?.spans ?? [],
    position_reason: placed ? { by: placed.by, text: placed.span ? textOf(placed.span) : '' } : null,
    sentiment_reasons: (own?.reasons ?? []).map(({ by, weight, span }) => ({
      by,
      weight,
      text: textOf(span),
    })),
  };
}
