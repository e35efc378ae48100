import {
  makeBodyReader,
  makeQueryReader,
  NoFields,
  type Operation,
  type Reading,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { JsonBody } from './read-json-body.ts';

interface RawParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Null if the request has no body. */
  readonly body: JsonBody | null;
  /** Faults of the query string by parameter. Faults of unknown parameters do not count. */
  readonly queryFaults: Readonly<Record<string, string>>;
}

interface ReadParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** The result of reading: typed parts or all faults, and the unknown fields. */
type PartsReading =
  | { readonly parts: ReadParts; readonly ignored: readonly string[] }
  | { readonly error: AppError; readonly ignored: readonly string[] };

export interface PartsReader {
  /** Whether a missing body is read as `{}`. */
  readonly isBodyOptional: boolean;
  readonly read: (raw: RawParts) => PartsReading;
}

/** Creates the reader of an operation's path parameters, query and body. */
export function makePartsReader(operation: Operation): PartsReader {
  const readParams = makeQueryReader(operation.params ?? NoFields);
  const parameters = (operation.query ?? NoFields).properties as object;
  const readQuery = makeQueryReader(operation.query ?? NoFields);
  const readBody = operation.body ? makeBodyReader(operation.body) : null;

  const readBodyOf = (body: JsonBody | null): Reading<unknown> => {
    if (!readBody) return NO_BODY;
    return body ? readBody(body.value, body.text) : readBody({});
  };
  return {
    get isBodyOptional() {
      return !readBody || readBody({}).ok;
    },
    read: ({ params, query, body, queryFaults }) => {
      const faults = Object.fromEntries(
        Object.entries(queryFaults).filter(([name]) => Object.hasOwn(parameters, name)),
      );
      const readings = [readParams(params), readQuery(query), readBodyOf(body)] as const;
      const ignored = [...readings[1].ignored, ...readings[2].ignored];
      const [ofParams, ofQuery, ofBody] = readings;
      if (ofParams.ok && ofQuery.ok && ofBody.ok && isEmpty(faults)) {
        return {
          parts: { params: ofParams.value, query: ofQuery.value, body: ofBody.value },
          ignored,
        };
      }
      return { error: validationFailed([...readings.map(faultsOf), faults]), ignored };
    },
  };
}

const NO_BODY: Reading<unknown> = { ok: true, value: undefined, ignored: [] };

function faultsOf(reading: Reading<unknown>): Readonly<Record<string, string>> {
  return reading.ok ? {} : reading.faults;
}

function validationFailed(faults: readonly Readonly<Record<string, string>>[]): AppError {
  const fields = Object.fromEntries(faults.flatMap((each) => Object.entries(each)));
  return new AppError(
    'VALIDATION_FAILED',
    'Some fields of the request are invalid. See `fields`.',
    { fields },
  );
}

function isEmpty(record: Readonly<Record<string, string>>): boolean {
  for (const _ in record) return false;
  return true;
}
