import type { TSchema } from '@sinclair/typebox';

import { compileLater, makeAjv } from './ajv.ts';

/** Null where the data is valid, else what is wrong with it. */
export type EventValidator = (data: unknown) => string | null;

/** For whoever publishes: unknown fields are a fault. */
export function makeStrictValidator(schema: TSchema): EventValidator {
  const compiled = compileLater(AJV, schema);
  return (data) => {
    const validate = compiled();
    return validate(data) ? null : AJV.errorsText(validate.errors);
  };
}

const AJV = makeAjv();

// Ajv compiles a schema once, and keeps it; services of one process read the same topics.
const TOLERANT = new WeakMap<TSchema, TSchema>();

/**
 * For whoever reads: fields that a newer writer added are passed over, so that services restart in
 * any order. Derived by dropping `additionalProperties: false`, and nothing else.
 */
export function makeTolerantValidator(schema: TSchema): EventValidator {
  const known = TOLERANT.get(schema) ?? (tolerant(schema) as TSchema);
  TOLERANT.set(schema, known);
  return makeStrictValidator(known);
}

function tolerant(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tolerant);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => !(key === 'additionalProperties' && value === false),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, tolerant(value)]));
}
