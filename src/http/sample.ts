// Examples of responses, made from their schema and one sample value per field name.
import samples from './samples.json' with { type: 'json' };
import { resolved, type Schema, type Schemas } from './schema.ts';

const byName: Record<string, unknown> = samples;

/** An example that is valid under the schema. */
export function sampleOf(given: Schema, shared: Schemas, name = ''): unknown {
  const schema = resolved(given, shared);
  if (schema.const !== undefined) return schema.const;
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, value]) => [key, sampleOf(value, shared, key)]),
    );
  }
  if (schema.prefixItems) return byName[name];
  if (typeof schema.items === 'object') return [sampleOf(schema.items, shared, name)];
  const known = byName[name];
  return schema.type?.includes('integer') && typeof known === 'number' ? Math.round(known) : known;
}
