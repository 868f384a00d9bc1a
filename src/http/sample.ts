// Examples of responses, made from their schema and one sample value per field name.
import samples from './samples.json' with { type: 'json' };
import { resolved, type Schema, type Schemas } from './schema.ts';

type Samples = Record<string, unknown>;
const { within, ...byName }: Samples & { within: Record<string, Samples> } = samples;

/** An example that is valid under the schema. */
export function sampleOf(given: Schema, shared: Schemas, name = '', known: Samples = byName): unknown {
  const schema = resolved(given, shared);
  if (schema.const !== undefined) return schema.const;
  if (schema.properties) {
    const own = { ...known, ...within[name] };
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, value]) => [key, sampleOf(value, shared, key, own)]),
    );
  }
  if (schema.prefixItems) return known[name];
  if (typeof schema.items === 'object') return [sampleOf(schema.items, shared, name, known)];
  const value = known[name];
  return schema.type?.includes('integer') && typeof value === 'number' ? Math.round(value) : value;
}
