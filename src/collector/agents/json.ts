// Reads a vendor's JSON without trusting it: what is missing or of another type reads as nothing, so that one
// odd field never costs an answer.

export type JsonObject = Record<string, unknown>;

/** The value when it is an object (no array), else an empty one. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The objects of a list; whatever else it holds is skipped. */
export function objectsOf(value: unknown): JsonObject[] {
  return listOf(value).filter(isObject);
}

/** The value when it is a list, else an empty one. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The strings of a list that say something. */
export function textsOf(value: unknown): string[] {
  return listOf(value).filter((one): one is string => typeof one === 'string' && one.trim() !== '');
}

/** The value when it is a string, else ''. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value when it is a count or a price, else null. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY ? value : null;
}

/** The sum of the numbers among the values; null when there is none. */
export function totalOf(values: unknown[]): number | null {
  const numbers = values.map(numberOf).filter((value) => value !== null);
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
