// Bodies that a vendor never promised: a healthy one with values of any type in any place.
import fc from 'fast-check';

type Path = (string | number)[];

const anything = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1e308, '', 'x', [], {}, [null], [[]], { '': null }, { type: 'text' }),
  fc.jsonValue(),
);

/** The body with up to four of its values, at any depth, replaced or left out. */
export function mutated(body: unknown): fc.Arbitrary<unknown> {
  const change = fc.record({
    path: fc.constantFrom(...pathsOf(body)),
    value: fc.option(anything, { nil: GONE }),
  });
  return fc
    .array(change, { minLength: 1, maxLength: 4 })
    .map((changes) => changes.reduce((value, { path, value: other }) => put(value, path, other), body));
}

const GONE = Symbol('gone');

function pathsOf(value: unknown, path: Path = []): Path[] {
  const below = isHolder(value)
    ? Object.entries(value).flatMap(([key, one]) => pathsOf(one, [...path, key]))
    : [];
  return [path, ...below];
}

function put(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other === GONE ? null : other;
  if (!isHolder(value) || !Object.hasOwn(value, key)) return value;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  const holder = copy as Record<string | number, unknown>;
  if (rest.length === 0 && other === GONE) delete holder[key];
  else holder[key] = put(holder[key], rest, other);
  return copy;
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
