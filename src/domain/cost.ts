// What an answer costs, before it is asked for and after, by a table of prices that is passed in. All results
// are whole millionths of a US dollar, rounded up.

/** US dollars per million tokens; `search` per search, where it differs from the connection's. */
export type ModelPrice = { input: number; output: number; search?: number };

/** What a connection costs. */
export type ConnectionPrices = {
  /** The latest day (or month, or year) at which the prices are known to have held. */
  date: string;
  source: string;
  note?: string;
  /** By name without date: `gpt-5-mini` is also the price of `gpt-5-mini-2026-08-01`. */
  models?: Record<string, ModelPrice>;
  /** Of models that are not listed. */
  any?: ModelPrice;
  /** US dollars per search; without it the connection does not search. */
  search?: number;
  /** Most searches of an answer, where the vendor lets no request limit them to `MOST_SEARCHES`. */
  most_searches?: number;
  /** The limit of output tokens holds for each step between searches instead of the whole answer. */
  limit_per_step?: boolean;
  /**
   * Requests that an answer may take, each within the limits of its own, where the vendor may pause a turn: the
   * bound holds as many times. Without it, one.
   */
  most_requests?: number;
  /** Of vendors that bill by request: US dollars of one, and how many an answer takes, by agent. */
  requests?: Record<string, { usd: number; most: number }>;
};

/** By connection. */
export type Prices = Record<string, ConnectionPrices>;

/** What a vendor bills: numbers as the response states them, null where it says nothing. */
export type Usage = {
  input_tokens: number | null;
  output_tokens: number | null;
  searches: number | null;
  /** What the vendor itself says it costs. */
  usd: number | null;
};

/** Millionths of a US dollar per answer. */
export type Estimate = { expected: number; most: number };

type Asked = { connection: string; agent: string; model: string };

/** The limit of output tokens, thinking included, that every request states. */
export const MOST_OUTPUT_TOKENS = 4096;

/** The limit of searches that every request states where the vendor has a field for it. */
export const MOST_SEARCHES = 5;

/**
 * Tokens of what one search hands to the model. No request can limit them everywhere, so this is a bound by
 * experience: recorded responses of 2026 show 8,200 input tokens for one search (OpenAI), 13,000 a search
 * (Anthropic's documentation, two searches) and 3,900 to 7,100 (Mistral), each with everything else that the
 * model read. They are read again at every later step, as `inputTokens` counts them.
 */
export const MOST_RESULT_TOKENS = 12_000;

/**
 * Tokens that the model reads at every step beside prompt and results: the vendor's own instructions and the
 * description of its tools (below 4,000 in recorded responses), and what the model itself wrote so far, which
 * the limit of output tokens bounds.
 */
export const MOST_OVERHEAD_TOKENS = 4000 + MOST_OUTPUT_TOKENS;

/** A UTF-16 unit is at most three bytes of UTF-8, and no tokenizer makes more than one token of a byte. */
const MOST_TOKENS_PER_CHARACTER = 3;

/** How an answer comes about. */
type Course = {
  searches: number;
  resultTokens: number;
  overheadTokens: number;
  tokensPerCharacter: number;
  outputTokens: number;
};

const DEAREST: Course = {
  searches: MOST_SEARCHES,
  resultTokens: MOST_RESULT_TOKENS,
  overheadTokens: MOST_OVERHEAD_TOKENS,
  tokensPerCharacter: MOST_TOKENS_PER_CHARACTER,
  outputTokens: MOST_OUTPUT_TOKENS,
};

/** One or two searches and an answer of some 600 words are what recorded responses show most. */
const USUAL: Course = {
  searches: 2,
  resultTokens: 6000,
  overheadTokens: 1500,
  tokensPerCharacter: 1 / 3,
  outputTokens: 900,
};

const MICROS = 1_000_000;

/** What a response cost; null where neither it nor the table says. */
export function costOf(
  prices: Prices,
  { connection, agent, model, usage }: Asked & { usage: Usage },
): number | null {
  if (usage.usd !== null) return whole(usage.usd * MICROS);
  const list = entry(prices, connection);
  const request = entry(list?.requests, agent);
  if (request) return sum([[usage.searches, request.usd * MICROS]]);
  const price = list && priceOf(list, model);
  if (!price) return null;
  return sum([
    [usage.input_tokens, price.input],
    [usage.output_tokens, price.output],
    [usage.searches, price.search * MICROS],
  ]);
}

/**
 * What an answer is expected to cost, and a bound that it stays below as long as the vendor heeds the limits
 * of the request; null where the table has no price. `promptLength` is in UTF-16 units.
 */
export function estimateOf(
  prices: Prices,
  { connection, agent, model, promptLength }: Asked & { promptLength: number },
): Estimate | null {
  const list = entry(prices, connection);
  const request = entry(list?.requests, agent);
  if (request) {
    const cost = whole(request.usd * request.most * MICROS);
    return { expected: cost, most: cost };
  }
  const price = list && priceOf(list, model);
  if (!price) return null;
  const { most_searches: mostSearches = MOST_SEARCHES, limit_per_step: isPerStep = false } = list;
  const { most_requests: requests = 1 } = list;
  const answer = { price, promptLength, isPerStep };
  return {
    expected: priceOfCourse(USUAL, { ...answer, billed: USUAL.searches }),
    most: requests * priceOfCourse(DEAREST, { ...answer, billed: mostSearches }),
  };
}

type Answer = { price: Required<ModelPrice>; promptLength: number; isPerStep: boolean; billed: number };

function priceOfCourse(course: Course, { price, promptLength, isPerStep, billed }: Answer): number {
  const searches = price.search > 0 ? course.searches : 0;
  const output = course.outputTokens * (isPerStep ? searches + 1 : 1);
  const input = inputTokens({ ...course, searches }, promptLength);
  return whole(input * price.input + output * price.output + billed * price.search * MICROS);
}

/**
 * Tokens that the model reads in all: at each step everything so far. With two searches that is the prompt
 * three times, the first results twice and the second ones once.
 */
function inputTokens(course: Course, promptLength: number): number {
  const { searches, resultTokens, overheadTokens, tokensPerCharacter } = course;
  const steps = searches + 1;
  const reread = (searches * steps) / 2;
  return steps * (overheadTokens + promptLength * tokensPerCharacter) + reread * resultTokens;
}

/** What follows a model's name for one of its versions; `-pro`, `-mini` or `.1` name other models. */
const version = /^-(?:latest|preview(?:-[\d-]+)?|\d{2}-\d{2}|\d{3,}(?:-[\w-]+)?)$/;

/** The price of the model itself, or else of the longest name that it is a version of. */
function priceOf({ models = {}, any, search = 0 }: ConnectionPrices, model: string) {
  const name = Object.keys(models)
    .filter((one) => model === one || (model.startsWith(one) && version.test(model.slice(one.length))))
    .reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  const price = entry(models, name) ?? any;
  return price && { ...price, search: price.search ?? search };
}

/** Of amounts and what one of each costs; null when an amount that costs something is not known. */
function sum(parts: readonly (readonly [amount: number | null, micros: number])[]): number | null {
  const billed = parts.filter(([, micros]) => micros > 0);
  if (billed.some(([amount]) => amount === null)) return null;
  return whole(billed.reduce((total, [amount, micros]) => total + (amount ?? 0) * micros, 0));
}

// What is taken off is the little that 0.1 + 0.2 has too much.
function whole(micros: number): number {
  return Math.min(Math.max(0, Math.ceil(micros - 1e-6)), Number.MAX_SAFE_INTEGER);
}

/** Only what the table itself holds: `constructor` is no model. */
function entry<T>(table: Record<string, T> | undefined, name: string): T | undefined {
  return table && Object.hasOwn(table, name) ? table[name] : undefined;
}
