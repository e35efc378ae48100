import type { OutputsEvaluated, OutputStatus } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

/** The parts of an earlier submission that a repeat needs. */
export interface KnownSubmission {
  readonly workspaceId: string;
  readonly id: string;
  readonly fingerprint: string;
  readonly isSync: boolean;
  /** Until when an inline evaluation may be running; null if no caller waits. */
  readonly leaseUntil: Date | null;
  /** The answer of a sync submission, once it was given. */
  readonly answer: StoredAnswer | null;
  readonly isDeleted: boolean;
}

/** An answer as it was given, to be repeated. */
export interface StoredAnswer {
  readonly status: 200 | 202;
  readonly body: Readonly<Record<string, unknown>>;
}

/** How a repeat was recognized. */
export type ReplayedBy = 'id' | 'idempotency-key';

/**
 * Answers a repeat of an earlier submission with exactly the first answer.
 *
 * @returns null if its inline evaluation was interrupted: ask the evaluator, which has the result or creates it.
 * @throws AppError if the repeat differs, the output was deleted, or the first request is in flight.
 */
export function replay(
  known: KnownSubmission,
  fingerprint: string,
  at: ReplayAt,
): StoredAnswer | null {
  const refusal = refusalOf(known, fingerprint, at);
  if (refusal) throw refusal;
  return known.answer ?? (known.isSync ? null : acceptedAnswer(known.id));
}

/** Why an apparent repeat does not get the first answer; null if it does. */
export function refusalOf(
  known: KnownSubmission,
  fingerprint: string,
  at: ReplayAt,
): AppError | null {
  if (known.fingerprint !== fingerprint) return differs(at.by);
  if (known.isDeleted) return idOfDeleted();
  const isInFlight =
    !known.answer && known.isSync && known.leaseUntil !== null && known.leaseUntil > at.now;
  return isInFlight ? stillInFlight() : null;
}

/** The answer to a repeat while the first request is in flight. */
export function stillInFlight(): AppError {
  return new AppError(
    'IDEMPOTENCY_IN_FLIGHT',
    'The first request is still being processed. Try again in a moment.',
  );
}

/** The answer to a submission with the ID of a deleted output. */
export function idOfDeleted(): AppError {
  return new AppError('ID_CONFLICT', 'The output with this ID was deleted. Choose another ID.');
}

interface ReplayAt {
  readonly by: ReplayedBy;
  readonly now: Date;
}

/** The answer to a submission whose caller does not wait for a verdict. */
export function acceptedAnswer(id: string): StoredAnswer {
  return { status: 202, body: { ok: true, id, status: 'pending' } };
}

/** The answer to a sync submission without a verdict in time: the keys of both answers. */
export function acceptedWithoutVerdict(id: string): StoredAnswer {
  const nothing = { verdict: null, confidenceScore: null, explanation: null };
  return { status: 202, body: { ok: true, id, ...nothing, status: 'pending' } };
}

function differs(by: ReplayedBy): AppError {
  return by === 'id'
    ? new AppError('ID_CONFLICT', 'Another output already has this ID.', {
        fields: { id: 'Another output already has this ID.' },
      })
    : new AppError(
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key was already used for another submission.',
      );
}

/** What may identify an earlier submission; null if the request has no such value. */
export interface KnownQuery {
  readonly workspaceId: string;
  readonly id: string | null;
  readonly tokenId: string;
  readonly idempotencyKey: string | null;
}

export interface KnownFound {
  readonly known: KnownSubmission;
  readonly by: ReplayedBy;
}

/**
 * The answer to a sync submission that was evaluated in time.
 *
 * The status is the one that review will set: an output that needs approval, also by a rule, is held whatever the rules
 * decide, and its verdict is kept.
 */
export function evaluatedAnswer(
  evaluation: OutputsEvaluated,
  requireApproval: boolean,
): StoredAnswer {
  const { id, outcome, confidenceScore, explanation, appliedRules } = evaluation;
  const verdict = outcome === 'error' ? null : outcome;
  const isAsked = appliedRules.some(({ approvals }) => approvals !== undefined);
  const status = statusOf(outcome, requireApproval || isAsked);
  return { status: 200, body: { ok: true, id, verdict, confidenceScore, explanation, status } };
}

function statusOf(outcome: OutputsEvaluated['outcome'], requireApproval: boolean): OutputStatus {
  if (requireApproval || outcome === 'fail') return 'flagged';
  return outcome === 'error' ? 'error' : 'pass';
}
