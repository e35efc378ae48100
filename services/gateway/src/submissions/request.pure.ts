import { hash } from 'node:crypto';

import {
  type ApprovalDemand,
  type CallbackEvents,
  type DeadlineAction,
  demandOf,
  type FileReferenceData,
  IDEMPOTENCY_KEY_LENGTH_MAX,
  makeBodyReader,
  type OutputsSubmitted,
  parseInstant,
  type Reading,
  SubmitBody,
  withoutEmptyValues,
} from '@output-review/contracts';
import { AppError, type FieldMessages } from '@output-review/errors';
import { canonicalJson } from '@output-review/runtime/text';

import {
  checkSubmission,
  DEADLINE_PASSED,
  type SubmissionRules,
  type SubmitRequest,
} from './check-submission.pure.ts';

/**
 * A submission in normal form: every optional field has a value, and nothing depends on when or how often it arrived.
 * So two bodies with the same meaning are equal.
 */
export interface Submission {
  readonly id: string | null;
  readonly sync: boolean;
  readonly project: string;
  readonly task: string | null;
  readonly content: OutputsSubmitted['content'];
  /** ISO 8601; null means the time of acceptance. */
  readonly timestamp: string | null;
  readonly sessionId: string | null;
  readonly subjectId: string | null;
  readonly actorId: string | null;
  readonly model: string | null;
  readonly tags: readonly string[];
  readonly requireApproval: boolean;
  /** Null if one person decides. */
  readonly approvals: ApprovalDemand | null;
  readonly callbackUrl: string | null;
  readonly callbackEvents: CallbackEvents;
  readonly revisionOf: string | null;
  readonly respondBy: string | null;
  readonly onDeadline: DeadlineAction;
  readonly instructionsVersion: number | null;
  /** Null if it names no file, as nearly all do. */
  readonly files: SubmittedFiles | null;
}

/** The files that a submission names, as named by its caller. */
export interface SubmittedFiles {
  /** What the AI received. */
  readonly attachments: readonly FileReferenceData[];
  /** What the AI made. */
  readonly outputAttachments: readonly FileReferenceData[];
}

export function normalizeSubmission(request: SubmitRequest): Submission {
  const approvals = demandOf(request.approvals);
  const requireApproval = approvals !== null || (request.requireApproval ?? false);
  return {
    id: request.id ?? null,
    sync: request.sync ?? false,
    project: request.project,
    task: request.task ?? null,
    content: contentOf(request),
    timestamp: parseInstant(request.timestamp ?? '')?.toISOString() ?? null,
    sessionId: request.sessionId ?? null,
    subjectId: request.subjectId ?? null,
    actorId: request.actorId ?? null,
    model: request.model ?? null,
    tags: request.tags ?? [],
    ...{ requireApproval, approvals },
    callbackUrl: request.callbackUrl ?? null,
    callbackEvents: request.callbackEvents ?? (requireApproval ? 'decisions' : 'all'),
    revisionOf: request.revisionOf ?? null,
    respondBy: request.respondBy ?? null,
    onDeadline: request.onDeadline ?? 'escalate',
    instructionsVersion: request.instructionsVersion ?? null,
    files: filesOf(request),
  };
}

function filesOf({ attachments, outputAttachments }: SubmitRequest): SubmittedFiles | null {
  if (!attachments?.length && !outputAttachments?.length) return null;
  return { attachments: attachments ?? [], outputAttachments: outputAttachments ?? [] };
}

function contentOf(request: SubmitRequest): OutputsSubmitted['content'] {
  const { action } = request;
  return {
    output: request.output ?? null,
    input: request.input ?? null,
    action: action
      ? { name: action.name, summary: action.summary, params: action.params ?? {} }
      : null,
    metadata: withoutEmptyValues(request.metadata ?? {}),
    confidence: request.confidence ?? null,
    latencyMs: request.latencyMs ?? null,
    costUsd: request.costUsd ?? null,
  };
}

export type ReadSubmission =
  /** With the fault that it has unless it repeats an earlier one. */
  | { readonly ok: true; readonly submission: Submission; readonly faultOfNew: AppError | null }
  | { readonly ok: false; readonly fault: AppError };

/** The content of a request. */
export interface ReadAttempt {
  readonly idempotencyKey: string | null;
  /** The submission, or the fault to answer once the window has counted the request. */
  readonly read: ReadSubmission;
  readonly ignoredFields: readonly string[];
  /** The size of the request body. */
  readonly bodyBytes: number;
}

/** A body, its text, and its size in bytes. */
interface SubmittedBody {
  readonly value: unknown;
  readonly text: string;
  readonly bytes: number;
}

/** The Idempotency-Key of a request: absent, present or invalid, under the name that the caller used. */
export type IdempotencyKey =
  | { readonly ok: true; readonly value: string | null }
  | { readonly ok: false; readonly fault: FieldMessages };

export function readIdempotencyKey(header: string): IdempotencyKey {
  const value = header.trim();
  if (value.length > IDEMPOTENCY_KEY_LENGTH_MAX) {
    const fault = `Must have at most ${IDEMPOTENCY_KEY_LENGTH_MAX} characters.`;
    return { ok: false, fault: { 'Idempotency-Key': fault } };
  }
  return { ok: true, value: value === '' ? null : value };
}

const readBody = makeBodyReader(SubmitBody);

/** Reads a body into a submission, or into all of its faults at once. */
export function readSubmission(
  body: SubmittedBody,
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
    ...(key.ok ? {} : key.fault),
  };
  return { ...rest, read: reading.ok ? toRead(reading.value, faults) : refused(faults) };
}

function faultsOf(reading: Reading<SubmitRequest>, rules: SubmissionRules): FieldMessages {
  if (reading.ok) return checkSubmission(reading.value, rules);
  if (reading.sound === null) return reading.faults;
  const { output, ...others } = checkSubmission(reading.sound, rules);
  // A content with a fault is not a missing content.
  const isContentGiven = Object.keys(reading.faults).some((path) => CONTENT_PATH.test(path));
  const missing = output === undefined || isContentGiven ? {} : { output };
  return { ...missing, ...others, ...reading.faults };
}

const CONTENT_PATH = /^(?:output|outputAttachments|action)(?:\.|$)/;

function toRead(request: SubmitRequest, faults: FieldMessages): ReadSubmission {
  const { respondBy, ...others } = faults;
  const isPassed = respondBy === DEADLINE_PASSED;
  if (Object.keys(isPassed ? others : faults).length > 0) return refused(faults);
  const submission = normalizeSubmission(request);
  return { ok: true, submission, faultOfNew: isPassed ? invalid(faults) : null };
}

function refused(fields: FieldMessages): ReadSubmission {
  return { ok: false, fault: invalid(fields) };
}

function invalid(fields: FieldMessages): AppError {
  const message = 'The submission is invalid. See `fields`.';
  return new AppError('VALIDATION_FAILED', message, { fields });
}

/**
 * Identifies equal submissions: SHA-256 of their JSON, in base64.
 *
 * The normal form has its fields in a fixed order, so only what callers structure themselves is put in canonical order.
 * Sorting the rest as well would cost more than the hash.
 */
export function fingerprintOf(submission: Submission): string {
  const { metadata, action, ...content } = submission.content;
  const open = canonicalJson([metadata, action?.params ?? null]);
  const rest = {
    ...{ ...submission, content, action: action && [action.name, action.summary] },
    // Fields without a value are omitted, as in submissions from before these fields existed.
    approvals: submission.approvals ?? undefined,
    files: submission.files ? referencesOf(submission.files) : undefined,
  };
  return hash('sha256', `${JSON.stringify(rest)}${open}`, 'base64');
}

/** The references in a fixed order of fields. Bytes in the body are replaced by their hash, to avoid a copy. */
function referencesOf({ attachments, outputAttachments }: SubmittedFiles): unknown[] {
  return [attachments, outputAttachments].map((list) =>
    list.map(({ source, key, url, data, filename, label, contentType }) => ({
      ...{ source, key, url, filename, label, contentType },
      data: data === undefined ? undefined : hash('sha256', data, 'base64'),
    })),
  );
}
