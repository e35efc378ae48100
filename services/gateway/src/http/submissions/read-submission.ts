import { makeBodyReader, type Reading, SubmitBody } from '@output-review/contracts';
import { AppError, type FieldMessages } from '@output-review/errors';
import type { JsonBody } from '@output-review/runtime';

import {
  checkSubmission,
  type SubmissionRules,
} from '../../domain/submissions/check-submission.ts';
import { normalizeSubmission, type SubmitRequest } from '../../domain/submissions/submission.ts';
import type { ReadSubmission, SubmitAttempt } from '../../use-cases/submissions/submit-output.ts';

export type ReadAttempt = Pick<
  SubmitAttempt,
  'read' | 'idempotencyKey' | 'ignoredFields' | 'bodyBytes'
>;

/** The Idempotency-Key of a request: absent, there, or not one. */
export type IdempotencyKey =
  | { readonly ok: true; readonly value: string | null }
  | { readonly ok: false; readonly fault: string };

// Source: the interface.
const IDEMPOTENCY_KEY_LENGTH_MAX = 255;

export function readIdempotencyKey(header: string): IdempotencyKey {
  const value = header.trim();
  if (value.length > IDEMPOTENCY_KEY_LENGTH_MAX) {
    return { ok: false, fault: `Must have at most ${IDEMPOTENCY_KEY_LENGTH_MAX} characters.` };
  }
  return { ok: true, value: value === '' ? null : value };
}

const readBody = makeBodyReader(SubmitBody);

/** Reads a body into a submission, or into all of its faults at once. */
export function readSubmission(
  body: JsonBody,
  key: IdempotencyKey,
  rules: SubmissionRules,
): ReadAttempt {
  const reading = readBody(body.value, body.text);
  const rest = {
    idempotencyKey: key.ok ? key.value : null,
    ignoredFields: reading.ignored,
    bodyBytes: body.bytes,
  };
  const faults: FieldMessages = {
    ...faultsOf(reading, rules),
    ...(key.ok ? {} : { 'Idempotency-Key': key.fault }),
  };
  return { ...rest, read: reading.ok ? toRead(reading.value, faults) : refused(faults) };
}

function faultsOf(reading: Reading<SubmitRequest>, rules: SubmissionRules): FieldMessages {
  if (reading.ok) return checkSubmission(reading.value, rules);
  if (reading.sound === null) return reading.faults;
  const { output, ...others } = checkSubmission(reading.sound, rules);
  // A content with a fault is not a content that is missing.
  const isContentGiven = Object.keys(reading.faults).some((path) => CONTENT_PATH.test(path));
  const missing = output === undefined || isContentGiven ? {} : { output };
  return { ...missing, ...others, ...reading.faults };
}

const CONTENT_PATH = /^(?:output|outputAttachments|action)(?:\.|$)/;

function toRead(request: SubmitRequest, faults: FieldMessages): ReadSubmission {
  if (Object.keys(faults).length > 0) return refused(faults);
  return { ok: true, submission: normalizeSubmission(request) };
}

function refused(fields: FieldMessages): ReadSubmission {
  const message = 'The submission is not valid; see fields.';
  return { ok: false, fault: new AppError('VALIDATION_FAILED', message, { fields }) };
}
