import {
  activeTraceparent,
  type AssertionIssuer,
  BODIES_IN_FLIGHT_BYTES_MAX,
  ByteBudget,
  type Clock,
  type Database,
  type Logger,
  newId,
  type RateWindow,
  type Route,
  type Sealer,
  type ServiceClient,
  SMALL_BODIES_RESERVE,
  type Telemetry,
  type WorkGauge,
} from '@output-review/runtime';

import { makeEvaluateNow } from './clients/evaluate-now.ts';
import type { Media } from './clients/media.ts';
import type { SubmissionRules } from './domain/submissions/check-submission.ts';
import { makeSubmitRoute } from './http/submissions/submit-route.ts';
import { measureSubmissions } from './measure-submissions.ts';
import { endReservation } from './store/file-reservations/end-reservation.ts';
import { giveUpReservation } from './store/file-reservations/give-up-reservation.ts';
import { hasReservation } from './store/file-reservations/has-reservation.ts';
import { reserveFiles } from './store/file-reservations/reserve-files.ts';
import type { NamedIds, NamesToResolve } from './store/registry/names.ts';
import {
  existsUndeleted,
  findKnown,
  readSubmittedEvent,
  storeAnswer,
} from './store/submissions/find-submissions.ts';
import { releaseOldKey } from './store/submissions/idempotency-keys.ts';
import { isTokenAlive } from './store/submissions/is-token-alive.ts';
import { NameCache } from './store/submissions/name-cache.ts';
import {
  type CommittedSubmission,
  SubmissionWriter,
} from './store/submissions/submission-writer.ts';
import { allowsDeadlineApproval } from './store/workspaces/allows-deadline-approval.ts';
import { makeAcceptWithFiles } from './use-cases/submissions/accept-with-files.ts';
import { makeEvaluateInline, makeFinishInline } from './use-cases/submissions/evaluate-inline.ts';
import { makeSubmitOutput } from './use-cases/submissions/submit-output.ts';

export interface AcceptingDeps {
  readonly database: Database;
  readonly evaluator: ServiceClient;
  readonly media: Media;
  readonly issuer: AssertionIssuer;
  readonly rateWindow: RateWindow;
  /** Whether a slot still counts; asked where a row did not come in. */
  readonly isSlotCurrent: (epoch: string) => Promise<boolean>;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly log: Logger;
  readonly telemetry: Telemetry;
  /** Counts the submissions that are being answered. */
  readonly gauge: WorkGauge;
  readonly resolveNames: (
    client: Pick<Database, 'query'>,
    queries: readonly NamesToResolve[],
  ) => Promise<readonly NamedIds[]>;
  /** Aborted when sync submissions are left to the background, whatever the evaluator does. */
  readonly leaving: AbortSignal;
  /** Called with each group right after its commit: its events can be sent. */
  readonly onCommitted: (rows: readonly CommittedSubmission[]) => void;
}

export interface AcceptingSettings {
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
// An evaluator that is late may hold up three quarters of what may be in flight, and no more: the rest is for
// requests that nobody keeps waiting. Who finds no room has it by the next answers, or is left to the
// background.
const VERDICT_WAIT_BUDGET = {
  bytesMax: (BODIES_IN_FLIGHT_BYTES_MAX * 3) / 4,
  waitMsMax: 1_000,
  reserve: SMALL_BODIES_RESERVE,
};

/** Puts together everything that POST /api/logs needs. */
export function composeAccepting(deps: AcceptingDeps, settings: AcceptingSettings): Route {
  const { database, rateWindow, clock, telemetry } = deps;
  const { metrics, tracing } = telemetry;
  const now = (): Date => clock.now();
  const writer = makeWriter(deps);
  const waitingForVerdict = new ByteBudget(VERDICT_WAIT_BUDGET);
  const evaluateInline = makeEvaluateInline({
    log: deps.log,
    takeRoom: (bytes) => waitingForVerdict.take(bytes),
    evaluateNow: makeEvaluateNow({
      client: deps.evaluator,
      issuer: deps.issuer,
      timeoutMs: settings.syncTimeoutMs,
      leaving: deps.leaving,
    }),
    storeAnswer: (key, answer) => storeAnswer(database, key, answer),
  });
  const leaseMs = settings.syncTimeoutMs + LEASE_MARGIN_MS;
  const submitOutput = makeSubmitOutput({
    now,
    newId,
    seal: (text) => deps.sealer.seal(text),
    traceparent: activeTraceparent,
    leaseMs,
    takeSlot: async (tokenId) =>
      settings.rateLimitPerMinute === 0
        ? { takenAt: now(), epoch: null }
        : rateWindow.take(tokenId, settings.rateLimitPerMinute),
    findKnown: (wanted) => findKnown(database, wanted),
    exists: (workspaceId, id) => existsUndeleted(database, workspaceId, id),
    allowsDeadlineApproval: (workspaceId) => allowsDeadlineApproval(database, workspaceId),
    write: (submission) =>
      tracing
        ? tracing.during({ name: 'store submission' }, () => writer.write(submission))
        : writer.write(submission),
    acceptWithFiles: composeFiles(deps, leaseMs),
    evaluateInline,
    finishInline: makeFinishInline({
      evaluateInline,
      readEvent: (key) => readSubmittedEvent(database, key),
    }),
  });
  const measured = measureSubmissions(metrics, submitOutput);
  return makeSubmitRoute({
    submitOutput: (attempt) => deps.gauge.during(() => measured(attempt)),
    rules: () => ({ now: now(), isPrivateHostAllowed: settings.isPrivateHostAllowed }),
  });
}

function composeFiles({ database, media, log, clock }: AcceptingDeps, leaseMs: number) {
  return makeAcceptWithFiles({
    log,
    now: () => clock.now(),
    newId,
    leaseMs,
    media,
    reservations: {
      reserve: (query) => reserveFiles(database, query),
      end: (claim) => endReservation(database, claim),
      giveUp: (claim) => giveUpReservation(database, claim),
    },
    findKnown: (wanted) => findKnown(database, wanted),
  });
}

function makeWriter(deps: AcceptingDeps): SubmissionWriter {
  const { database, resolveNames, isSlotCurrent, onCommitted } = deps;
  return new SubmissionWriter({
    database,
    isSlotCurrent,
    names: new NameCache(),
    resolveNames,
    findKnown: (wanted) => findKnown(database, wanted),
    isTokenAlive: (tokenId) => isTokenAlive(database, tokenId),
    hasReservation: (claim) => hasReservation(database, claim),
    releaseOldKey: (tokenId, key) => releaseOldKey(database, tokenId, key),
    onCommitted,
  });
}
