import { type Static, type TSchema, Type } from '@sinclair/typebox';

/** A value that is always present in an answer or event, and null where there is none. */
export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Marks the body of a PATCH: see `x-patch`. */
export const PATCH = { 'x-patch': true } as const;

/** A field of a request that null clears; in a PATCH, of a text, the blank string too. */
export const Clearable = <S extends TSchema>(schema: S) =>
  Type.Unsafe<Static<S> | null>({
    ...schema,
    type: [schema['type'], 'null'],
    ...(Array.isArray(schema['enum']) && { enum: [...(schema['enum'] as unknown[]), null] }),
    'x-keepNull': true,
  });

/** A union of string literals, from a list that types and code share. */
export const OneOf = <const L extends readonly string[]>(literals: L) =>
  Type.Unsafe<L[number]>({ type: 'string', enum: [...literals] });

/** A point in time: UTC with milliseconds and `Z` going out. */
export const Timestamp = Type.String({ format: 'date-time' });
