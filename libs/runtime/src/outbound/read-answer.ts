import {
  type AnswerOf,
  type EventValidator,
  makeTolerantValidator,
  type Operation,
} from '@output-review/contracts';
import { AppError, ERROR_CODES, type ErrorCode } from '@output-review/errors';

import { parseJson } from '../base/text.ts';

interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

type AnswerReader = <O extends Operation>(operation: O, answer: RawAnswer) => AnswerOf<O>;

/**
 * Creates the reader of a service's answers. Validates an answer against the operation's schema, but allows additional
 * fields from a newer service.
 */
export function makeAnswerReader(service: string): AnswerReader {
  const validators = new WeakMap<object, EventValidator>();

  const validatorOf = (operation: Operation, status: number): EventValidator | null => {
    const schema = operation.responses[status];
    if (!schema) return null;
    const known = validators.get(schema);
    if (known) return known;
    const validator = makeTolerantValidator(schema);
    validators.set(schema, validator);
    return validator;
  };

  return <O extends Operation>(operation: O, { status, text, headers }: RawAnswer) => {
    const body = parseJson(text) ?? null;
    if (status >= 500) {
      throw new AppError('UNAVAILABLE', `The ${service} service cannot answer right now.`, {
        cause: new Error(`${operation.id} answered ${status} ${errorCodeOf(body) ?? ''}`),
      });
    }
    if (status >= 400)
      throw refusal(body, headers) ?? contractBroken(operation, `status ${status}`);
    const validate = validatorOf(operation, status);
    const fault = validate ? validate(body) : `status ${status}`;
    if (fault !== null) throw contractBroken(operation, fault);
    return body as AnswerOf<O>;
  };
}

function contractBroken(operation: Operation, fault: string): AppError {
  return new AppError('INTERNAL', 'Something went wrong on our side.', {
    cause: new Error(`${operation.id} answered outside its contract: ${fault}`),
  });
}

/** The unchanged error that a service answered with. */
function refusal(body: unknown, headers: RawAnswer['headers']): AppError | null {
  const code = errorCodeOf(body);
  if (code === null || !isRecord(body) || typeof body['error'] !== 'string') return null;
  const fields = isRecord(body['fields']) ? body['fields'] : {};
  const messages = Object.entries(fields).filter((entry): entry is [string, string] => {
    return typeof entry[1] === 'string';
  });
  const retryAfter = headers['retry-after'];
  return new AppError(code, body['error'], {
    fields: Object.fromEntries(messages),
    ...(typeof retryAfter === 'string' ? { retryAfterSeconds: Number(retryAfter) } : {}),
  });
}

function errorCodeOf(body: unknown): ErrorCode | null {
  const code = isRecord(body) ? body['code'] : undefined;
  return typeof code === 'string' && isErrorCode(code) ? code : null;
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
