import type { OutputsEvaluated, OutputStatus } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

/** A submission that is known already, as far as a repeat of it needs. */
export interface KnownSubmission {
  readonly workspaceId: string;
  readonly id: string;
  readonly fingerprint: string;
  readonly isSync: boolean;
  /** Until when an inline evaluation may still be under way; null where nobody waits. */
  readonly leaseUntil: Date | null;
  /** The answer of a sync submission, once it was given. */
  readonly answer: StoredAnswer | null;
  readonly isDeleted: boolean;
}

/** An answer as it was given, to be given again. */
export interface StoredAnswer {
  readonly status: 200 | 202;
  readonly body: Readonly<Record<string, unknown>>;
}

/** By what a repeat was recognised. */
export type ReplayedBy = 'id' | 'idempotency-key';

/**
 * What a repeat of a known submission gets: the first answer, exactly.
 *
 * @returns null where its inline evaluation broke off: ask the evaluator, which has the result or makes it.
 * @throws AppError where the repeat differs, the output was deleted, or the first is in flight.
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

/** Why what looks like a repeat is not answered as the first was; null where it is. */
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

/** What a repeat gets while the first request is being answered. */
export function stillInFlight(): AppError {
  return new AppError(
    'IDEMPOTENCY_IN_FLIGHT',
    'The first request is still being processed. Try again in a moment.',
  );
}

/** What a submission gets whose id was an output's that has been deleted. */
export function idOfDeleted(): AppError {
  return new AppError('ID_CONFLICT', 'The output with this ID was deleted. Choose another ID.');
}

interface ReplayAt {
  readonly by: ReplayedBy;
  readonly now: Date;
}

/** The answer to every submission that nobody waits for. */
export function acceptedAnswer(id: string): StoredAnswer {
  return { status: 202, body: { ok: true, id, status: 'pending' } };
}

/** The answer to a sync submission whose verdict did not come in time: the keys of both shapes. */
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

/** By what a submission may be known; null where there is nothing of the kind. */
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
 * The status is what review will come to: an output that needs approval, also by a rule, is held
 * whatever the rules conclude, and its verdict is kept.
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
