// What no database can hold: a NUL in a text, half of a surrogate pair. Vendors send both now and then.

/** The value with all texts in it, names of fields included, freed of what cannot be stored. */
export function storable<T>(value: T): T {
  return cleaned(value) as T;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '');
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [cleaned(name), cleaned(one)]));
}
