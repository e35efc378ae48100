import type { TSchema } from '@sinclair/typebox';

import { compileLater, makeAjv } from './ajv.ts';

/** Null if the data is valid, otherwise what is wrong with it. */
export type EventValidator = (data: unknown) => string | null;

/** For publishers: unknown fields are an error. */
export function makeStrictValidator(schema: TSchema): EventValidator {
  const compiled = compileLater(AJV, schema);
  return (data) => {
    const validate = compiled();
    return validate(data) ? null : AJV.errorsText(validate.errors);
  };
}

const AJV = makeAjv();

// Ajv compiles each schema once and caches it. Services in one process read the same topics.
const TOLERANT = new WeakMap<TSchema, TSchema>();

/**
 * For readers: ignores fields that a newer writer added, so that services can restart in any order. The schema is
 * derived only by dropping `additionalProperties: false`.
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
