// JSON Schema of the contract, without what only machines of zod need.
import { z } from 'zod';

export type Schema = {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | boolean;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  description?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};
export type Schemas = Record<string, Schema>;

/** The schema of one side of an operation; shared parts go into `shared`, by their name. */
export function schemaOf(type: z.ZodType, io: 'input' | 'output', shared: Schemas): Schema {
  const { $defs = {}, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Schema;
  for (const [name, part] of Object.entries($defs)) shared[name] = tidy(part, io) as Schema;
  return tidy(schema, io) as Schema;
}

function tidy(node: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(node)) return node.map((item) => tidy(item, io));
  if (typeof node !== 'object' || node === null) return node;
  const { $schema, additionalProperties, exclusiveMinimum, ...rest } = node as Record<string, unknown>;
  const walked = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, tidy(value, io)]),
  ) as Schema;
  if (exclusiveMinimum === 0) walked.minimum = 1;
  if (walked.$ref) walked.$ref = walked.$ref.replace('#/$defs/', '#/components/schemas/');
  if (walked.maximum === Number.MAX_SAFE_INTEGER) {
    walked.format = 'int64';
    if (io === 'output') delete walked.maximum;
  }
  return nullable(walked, io);
}

/** An input that may be null may as well be left out, which the document says once; an output keeps its null. */
function nullable(schema: Schema, io: 'input' | 'output'): Schema {
  if (Array.isArray(schema.type) && io === 'input') {
    const [type] = schema.type.filter((one) => one !== 'null');
    return { ...schema, type };
  }
  const [value, none, ...more] = schema.anyOf ?? [];
  if (value === undefined || none?.type !== 'null' || more.length > 0) return schema;
  const { anyOf, ...about } = schema;
  if (io === 'input') return { ...value, ...about };
  if (typeof value.type !== 'string') return schema;
  const values = value.enum && { enum: [...value.enum, null] };
  return { ...value, ...about, type: [value.type, 'null'], ...values };
}

/** The schema itself, where it is a reference to a shared one. */
export function resolved(schema: Schema, shared: Schemas): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return (name && shared[name]) || schema;
}
