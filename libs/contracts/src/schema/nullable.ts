import { type Static, type TSchema, Type } from '@sinclair/typebox';

/** A value that is always present in an answer or event, and null if there is none. */
export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Marks the body of a PATCH: see `x-patch`. */
export const PATCH = { 'x-patch': true } as const;

/** A request field that null clears; for a text in a PATCH, a blank string clears it too. */
export const Clearable = <S extends TSchema>(schema: S) =>
  Type.Unsafe<Static<S> | null>({
    ...schema,
    type: [schema['type'], 'null'],
    ...(Array.isArray(schema['enum']) && { enum: [...(schema['enum'] as unknown[]), null] }),
    'x-keepNull': true,
  });

/** A union of string literals, from a list shared by types and code. */
export const OneOf = <const L extends readonly string[]>(literals: L) =>
  Type.Unsafe<L[number]>({ type: 'string', enum: [...literals] });

/** A point in time; in responses UTC with milliseconds and `Z`. */
export const Timestamp = Type.String({ format: 'date-time' });
