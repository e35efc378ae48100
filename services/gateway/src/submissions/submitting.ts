import { AppError } from '@output-review/errors';
import {
  BODIES_IN_FLIGHT_BYTES_MAX,
  ByteBudget,
  SharedCalls,
  SMALL_BODIES_RESERVE,
  type SqlClient,
} from '@output-review/runtime';

import type { SubmissionRules } from './check-submission.pure.ts';
import type { KnownFound, KnownQuery } from './replay.pure.ts';
import { Seats } from './seats.ts';
import { findAllKnown } from './submissions.sql.ts';

/** By what submissions are accepted. */
export interface SubmittingOptions {
  /** Submissions per token in any minute; 0 is no limit. */
  readonly rateLimitPerMinute: number;
  /** How long the evaluator may take before a sync submission is left to the background. */
  readonly syncTimeoutMs: number;
  readonly isPrivateHostAllowed: SubmissionRules['isPrivateHostAllowed'];
}

/** What the interface gives the evaluator of a sync submission. */
export const SYNC_TIMEOUT_MS = 28_000;
// What an inline evaluation needs beside the evaluator's own time: its insert and its answer.
const LEASE_MARGIN_MS = 7_000;

/** Until when an inline evaluation that begins now may take, all told. */
export function leaseFrom(now: Date, syncTimeoutMs: number): Date {
  return new Date(now.getTime() + syncTimeoutMs + LEASE_MARGIN_MS);
}

/** Looks up whether submissions repeat an earlier one; those that come at the same time share a statement. */
export type KnownLookup = SharedCalls<KnownQuery, KnownFound | null>;

const LOOKED_UP_AT_ONCE_MAX = 500;

export function openKnownLookup(client: SqlClient): KnownLookup {
  return new SharedCalls({
    call: (wanted) => findAllKnown(client, wanted),
    itemsMax: LOOKED_UP_AT_ONCE_MAX,
  });
}

/** Makes the room of those who wait for a verdict: they must not take up all that requests have. */
export function openVerdictRoom(): ByteBudget {
  return new ByteBudget(VERDICT_WAIT_BUDGET);
}

// An evaluator that is late may hold up three quarters of what may be in flight, and no more: the rest is for
// requests that nobody keeps waiting. Who finds no room has it by the next answers, or is left to the
// background.
const VERDICT_WAIT_BUDGET = {
  bytesMax: (BODIES_IN_FLIGHT_BYTES_MAX * 3) / 4,
  waitMsMax: 1_000,
  reserve: SMALL_BODIES_RESERVE,
};

// What two tokens may submit in a minute may come all at once; sent evenly, each has 25 with the slowest judges.
const VERDICTS_PER_WORKSPACE_MAX = 120;
/** Of those who wait for a verdict; each has a connection to the evaluator for itself. */
export const VERDICTS_MAX = 3 * VERDICTS_PER_WORKSPACE_MAX;

/** Makes the seats of those who wait for a verdict. Who finds none is left to the background. */
export function openVerdictSeats(): Seats {
  return new Seats({
    perHolderMax: VERDICTS_PER_WORKSPACE_MAX,
    perProcessMax: VERDICTS_MAX,
    refusal: () => new AppError('UNAVAILABLE', 'Too many submissions wait for a verdict at once.'),
  });
}
