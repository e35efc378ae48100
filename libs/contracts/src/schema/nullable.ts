import { type TSchema, Type } from '@sinclair/typebox';

/** A value that is always present in an answer or event, and null where there is none. */
export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** A union of string literals, from a list that types and code share. */
export const OneOf = <const L extends readonly string[]>(literals: L) =>
  Type.Unsafe<L[number]>({ type: 'string', enum: [...literals] });

/** A point in time: UTC with milliseconds and `Z` going out. */
export const Timestamp = Type.String({ format: 'date-time' });
