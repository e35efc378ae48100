import { ERROR_CODES, type ErrorCode } from '@output-review/errors';
import { type TSchema, Type } from '@sinclair/typebox';

import { OneOf } from '../schema/nullable.ts';

/** The standard error body, on every error but the 429 of POST /api/logs. */
export const ErrorBodySchema = Type.Object({
  error: Type.String({ description: 'What is wrong, for a person.' }),
  code: OneOf(Object.keys(ERROR_CODES) as ErrorCode[]),
  fields: Type.Record(Type.String(), Type.String(), {
    description: 'Faults by dotted path, counted from 0.',
  }),
});

export const OkBody = Type.Object({ ok: Type.Literal(true) });

/** A name of a project, task, rule or person: 1 to 200 characters, not blank, trimmed. */
export const Name = Type.String({ minLength: 1, maxLength: 200, 'x-trim': true });

/** The greatest number that an integer column takes. */
export const INT4_MAX = 2_147_483_647;

/** A version of instructions. */
export const VersionNumber = Type.Integer({ minimum: 1, maximum: INT4_MAX });

/**
 * Milliseconds or US dollars of one run. Far above any real one, and low enough that no sum of them
 * overflows, nor loses its small ones.
 */
export const Amount = Type.Number({ minimum: 0, maximum: 1e12 });

/** The schema of a part of a request that takes nothing. */
export const NoFields = Type.Object({});

/** An id in a path. Its form is not checked: an id that cannot be is one that is not there. */
export const IdParams = Type.Object({ id: Type.String() });

/** The query of lists that answer `{items, total, page, limit}`. */
export const PageQuery = {
  page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
};

export const Page = <S extends TSchema>(item: S) =>
  Type.Object({
    items: Type.Array(item),
    total: Type.Integer(),
    page: Type.Integer(),
    limit: Type.Integer(),
  });
