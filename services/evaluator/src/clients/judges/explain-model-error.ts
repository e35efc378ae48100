import { EgressRefused } from '@output-review/runtime';
import {
  APICallError,
  EmptyResponseBodyError,
  NoObjectGeneratedError,
  TypeValidationError,
} from 'ai';

import { JudgeFailure, type JudgeFailureReason } from '../../domain/judges/judge-failure.ts';
import { StrangeAnswer } from './bounded-fetch.ts';
import { findRefusal } from './find-refusal.ts';
import { readRetryAfterMs } from './retry-after.ts';
import { usageOf } from './usage.ts';

/** What an error of the SDK says about the judge. Whatever is not known counts as not reached. */
export function explainModelError(error: unknown, now: Date): JudgeFailure {
  if (error instanceof JudgeFailure) return error;
  if (EgressRefused.isCauseOf(error)) return new JudgeFailure('address_refused');
  if (error instanceof StrangeAnswer) return new JudgeFailure('unreadable');
  if (EmptyResponseBodyError.isInstance(error)) return new JudgeFailure('empty');
  if (NoObjectGeneratedError.isInstance(error)) {
    return new JudgeFailure(findRefusal(error) ?? findNonsense(error), { usage: usageOf(error) });
  }
  if (!APICallError.isInstance(error) || error.statusCode === undefined) {
    return new JudgeFailure('unreachable');
  }
  const retryAfterMs = readRetryAfterMs(error.responseHeaders ?? {}, now);
  return new JudgeFailure(reasonOfStatus(error.statusCode), { retryAfterMs });
}

function findNonsense({ text = '', cause }: NoObjectGeneratedError): JudgeFailureReason {
  if (text.trim() === '') return 'empty';
  return TypeValidationError.isInstance(cause) ? 'off_schema' : 'unreadable';
}

function reasonOfStatus(status: number): JudgeFailureReason {
  // The answer was taken, and what came was not what this provider's interface says.
  if (status < 300) return 'unreadable';
  // Redirects are not followed: a key goes to no other address.
  if (status < 400 || status === 404) return 'unknown_model';
  if (status === 401 || status === 402 || status === 403) return 'key_refused';
  if (status === 429) return 'rate_limited';
  return status >= 500 || status === 408 ? 'down' : 'request_refused';
}
