import { AppError } from '@output-review/errors';
import {
  BODIES_IN_FLIGHT_BYTES_MAX,
  ByteBudget,
  SMALL_BODIES_RESERVE,
  type SqlClient,
} from '@output-review/runtime';

import { SharedCalls } from '../shared-calls.ts';
import type { SubmissionRules } from './check-submission.pure.ts';
import type { KnownFound, KnownQuery } from './replay.pure.ts';
import { Seats } from './seats.ts';
import { findAllKnown } from './submissions.sql.ts';

/** How submissions are accepted. */
export interface SubmittingOptions {
  /** Submissions per token in any minute; 0 is no limit. */
  readonly rateLimitPerMinute: number;
  /** How long the evaluator may take before a sync submission is left to background evaluation. */
  readonly syncTimeoutMs: number;
  readonly isPrivateHostAllowed: SubmissionRules['isPrivateHostAllowed'];
}

/** How long the evaluator may take for a sync submission, by the interface. */
export const SYNC_TIMEOUT_MS = 28_000;
// What an inline evaluation needs besides the evaluator's own time, for its insert and its answer.
const LEASE_MARGIN_MS = 7_000;

/** Until when an inline evaluation that begins now may take in total. */
export function leaseFrom(now: Date, syncTimeoutMs: number): Date {
  return new Date(now.getTime() + syncTimeoutMs + LEASE_MARGIN_MS);
}

/** Looks up whether submissions repeat an earlier one. Concurrent lookups share a statement. */
export type KnownLookup = SharedCalls<KnownQuery, KnownFound | null>;

const LOOKED_UP_AT_ONCE_MAX = 500;

export function openKnownLookup(client: SqlClient): KnownLookup {
  return new SharedCalls({
    call: (wanted) => findAllKnown(client, wanted),
    itemsMax: LOOKED_UP_AT_ONCE_MAX,
  });
}

/** Limits the memory of submissions that wait for a verdict, so that they do not use up that of all requests. */
export function openVerdictRoom(): ByteBudget {
  return new ByteBudget(VERDICT_WAIT_BUDGET);
}

// A slow evaluator may hold at most three quarters of the bytes in flight. The rest is for requests that do not wait
// for it. A submission without room gets it with the next answers, or is left to background evaluation.
const VERDICT_WAIT_BUDGET = {
  bytesMax: (BODIES_IN_FLIGHT_BYTES_MAX * 3) / 4,
  waitMsMax: 1_000,
  reserve: SMALL_BODIES_RESERVE,
};

// Two tokens may send all submissions of a minute at once. Sent evenly, each has 25 with the slowest judges.
const VERDICTS_PER_WORKSPACE_MAX = 120;
/** The maximum number of submissions that wait for a verdict. Each has its own connection to the evaluator. */
export const VERDICTS_MAX = 3 * VERDICTS_PER_WORKSPACE_MAX;

/** Limits the submissions that wait for a verdict. The others are left to background evaluation. */
export function openVerdictSeats(): Seats {
  return new Seats({
    perHolderMax: VERDICTS_PER_WORKSPACE_MAX,
    perProcessMax: VERDICTS_MAX,
    refusal: () => new AppError('UNAVAILABLE', 'Too many submissions wait for a verdict at once.'),
  });
}
