import { ERROR_CODES, type ErrorCode } from '@output-review/errors';
import { type IntegerOptions, type TSchema, Type } from '@sinclair/typebox';

import { OneOf } from '../schema/nullable.ts';

/** The standard error body of all errors except the 429 of POST /api/logs. */
export const ErrorBodySchema = Type.Object({
  error: Type.String({ description: 'A human-readable error message.' }),
  code: OneOf(Object.keys(ERROR_CODES) as ErrorCode[]),
  fields: Type.Record(Type.String(), Type.String(), {
    description:
      'Error messages by dotted path of the field, with indexes from 0, such as `tags.3`.',
  }),
});

export const OkBody = Type.Object({ ok: Type.Literal(true) });

/** A name of a project, task, rule or person: 1 to 200 characters, not blank, trimmed. */
export const Name = Type.String({ minLength: 1, maxLength: 200, 'x-trim': true });

/** A filter by project or task. */
export const NameOrId = Type.String({
  'x-trim': true,
  description: 'Full name, case-insensitive, or ID.',
});

/** The maximum of an integer column. */
export const INT4_MAX = 2_147_483_647;

/** A count: from 0 to the largest safe integer of JavaScript, which fits a bigint column. */
export const Count = (options: IntegerOptions = {}) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...options });

/** A caller-chosen integer that is not stored in a column. */
export const AnyInteger = Count({ minimum: Number.MIN_SAFE_INTEGER });

/** A version of instructions. */
export const VersionNumber = Type.Integer({ minimum: 1, maximum: INT4_MAX });

/**
 * Milliseconds or US dollars of one run. The maximum is far above any real value, and low enough that sums neither
 * overflow nor lose small amounts.
 */
export const Amount = Type.Number({ minimum: 0, maximum: 1e12 });

/** Metadata, or the params of an action. Source: the interface's table of submit fields. */
export const OpenObject = Type.Record(Type.String(), Type.Unknown(), {
  'x-maxJsonBytes': 64 * 1024,
  'x-maxDepth': 8,
  'x-finite': true,
});

/** For a required text that is kept as received, including white space at its ends. */
export const NOT_BLANK = {
  minLength: 1,
  pattern: '\\S',
  'x-patternMessage': 'Must not be blank.',
} as const;

/** An action that an automation wants to take. Source: the interface's table of submit fields. */
export const Action = Type.Object({
  name: Type.String({ ...NOT_BLANK, maxLength: 200 }),
  summary: Type.String({ ...NOT_BLANK, maxLength: 2000 }),
  params: Type.Optional(OpenObject),
});

/** Tags of an output. A filter separates them by commas and skips blank ones. Source: the same table. */
export const Tags = Type.Array(
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^\\s*[^\\s,][^,]*$',
    'x-patternMessage': 'Must not be blank or contain a comma.',
  }),
  { maxItems: 50 },
);

/** Removes keys whose value is null or a blank string, which no-code tools send. 0 and false stay. */
export function withoutEmptyValues(metadata: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(metadata).filter(
      ([, value]) => value !== null && !(typeof value === 'string' && value.trim() === ''),
    ),
  );
}

/** The schema of a request part without fields. */
export const NoFields = Type.Object({});

/** An ID in a path. Its format is not checked: an invalid ID is simply not found. */
export const IdParams = Type.Object({ id: Type.String() });

/** The query of lists that return `{items, total, page, limit}`. */
export const PageQuery = {
  page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
};

export const Page = <S extends TSchema>(item: S) =>
  Type.Object({
    items: Type.Array(item),
    total: Count(),
    page: Count(),
    limit: Count(),
  });

// RFC 5321: longer addresses cannot receive mail.
export const Email = Type.String({ format: 'email', maxLength: 254, 'x-trim': true });

// Limits the CPU time that hashing a password can take.
export const PASSWORD_LENGTH_MAX = 128;

// Source: NIST SP 800-63B, the minimum for a password chosen by a person.
const PASSWORD_LENGTH_MIN = 8;

/** A password chosen by a person. */
export const Password = Type.String({
  minLength: PASSWORD_LENGTH_MIN,
  maxLength: PASSWORD_LENGTH_MAX,
});

/** The secret of a link that we sent. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 200 });
