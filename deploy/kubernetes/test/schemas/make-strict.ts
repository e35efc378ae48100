export type Schema = Readonly<Record<string, unknown>>;

// Definitions declare metadata only as an object, because the API server knows its fields.
const METADATA = {
  $ref: '_definitions.json#/$defs/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
};

/** Returns the schema of a resource definition in which undefined fields are faults. */
export function makeStrict(schema: Schema): Schema {
  const closed = close(schema);
  const properties = closed['properties'] as Schema;
  return { ...closed, properties: { ...properties, metadata: METADATA } };
}

function close(schema: Schema): Schema {
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) copy[keyword] = closeIn(keyword, value);
  const isOpen = 'additionalProperties' in schema || schema[PRESERVE] === true;
  if ('properties' in schema && !isOpen) copy['additionalProperties'] = false;
  return copy;
}

const PRESERVE = 'x-kubernetes-preserve-unknown-fields';

function closeIn(keyword: string, value: unknown): unknown {
  switch (keyword) {
    case 'properties':
      return Object.fromEntries(
        Object.entries(value as Record<string, Schema>).map(([name, each]) => [name, close(each)]),
      );
    case 'items':
    case 'additionalProperties':
      return isSchema(value) ? close(value) : value;
    // Branches of anyOf and similar keywords concern fields that are defined outside of them.
    default:
      return value;
  }
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
