import type { TokenPrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { activeTraceparent, newId } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { groupFault, submittersOf } from '../people/approvers.sql.ts';
import type { RateSlot } from '../rate-limit/rate-window.ts';
import { allowsDeadlineApproval } from '../workspaces/workspaces.sql.ts';
import { findAccepted } from './bodies.sql.ts';
import { evaluateInline, finishInline } from './inline.ts';
import { outcomeOf, outcomeOfFailure } from './metrics.ts';
import {
  acceptedAnswer,
  type KnownFound,
  refusalOf,
  replay,
  type ReplayedBy,
  type StoredAnswer,
} from './replay.pure.ts';
import { fingerprintOf, type ReadAttempt, type Submission } from './request.pure.ts';
import { leaseFrom } from './submitting.ts';
import { acceptWithFiles } from './with-files.ts';
import type { NewSubmission, WriteOutcome, Written } from './writer.ts';

/** One POST /api/logs with a valid token. */
export interface SubmitAttempt extends ReadAttempt {
  readonly token: TokenPrincipal;
  readonly requestId: string;
}

/** An answer, and how it was recognized as a repeat; null for a first answer. */
export interface SubmitAnswer extends StoredAnswer {
  readonly repeats: ReplayedBy | null;
}

/** Accepts a submission, and counts its outcome. */
export async function submit(ctx: Context, attempt: SubmitAttempt): Promise<SubmitAnswer> {
  const tallies = ctx.submissionCounts.of(attempt.read);
  try {
    const answer = await ctx.gauge.during(() => accept(ctx, attempt));
    tallies[outcomeOf(answer)].add();
    return answer;
  } catch (error) {
    tallies[outcomeOfFailure(error)].add();
    throw error;
  }
}

/**
 * Accepts a submission. Once it is answered, no crash loses it.
 *
 * The order is the interface's: a repeat takes no slot of the window. Everything else does, including faulty and
 * conflicting requests, so faults are answered after the window has counted.
 */
async function accept(ctx: Context, attempt: SubmitAttempt): Promise<SubmitAnswer> {
  const { read, token } = attempt;
  const fingerprint = fingerprintFor(attempt);
  const found = read.ok ? await findRepeated(ctx, attempt, read.submission) : null;
  const refusal =
    found && refusalOf(found.known, fingerprint, { by: found.by, now: ctx.clock.now() });
  if (found && !refusal) return answerAgain(ctx, attempt, { ...found, fingerprint });
  const slot = await takeSlot(ctx, token);
  if (refusal) throw refusal;
  if (!read.ok) throw read.fault;
  if (read.faultOfNew) throw read.faultOfNew;

  await requireDeadlineApproval(ctx, token.workspaceId, read.submission);
  await requireApprovers(ctx, token, read.submission);
  await requireRevision(ctx, token.workspaceId, read.submission.revisionOf);
  const submission = toNewSubmission(ctx, attempt, { ...read, fingerprint, slot });
  const outcome = await write(ctx, attempt, submission);
  switch (outcome.kind) {
    case 'token-dead':
      throw new AppError('UNAUTHENTICATED', 'The token is not valid.');
    case 'reservation-lost':
      throw new AppError('UNAVAILABLE', 'Storing the files took too long. Try again.');
    case 'known':
      return answerAgain(ctx, attempt, { ...outcome, fingerprint });
    case 'written': {
      const { event } = outcome;
      const answer = event.sync
        ? await evaluateInline(ctx, event, attempt)
        : acceptedAnswer(event.id);
      return { ...answer, repeats: null };
    }
  }
}

/** Takes a slot of the token's window. */
async function takeSlot(
  { submitting, clock, rateWindow }: Context,
  { tokenId }: TokenPrincipal,
): Promise<RateSlot> {
  const { rateLimitPerMinute: limit } = submitting;
  if (limit === 0) return { takenAt: clock.now(), epoch: null };
  const slot = await rateWindow.window.take(tokenId, limit);
  if (slot) return slot;
  const message = 'Too many submissions with this token in one minute.';
  // The interface specifies the minute. A caller that waits for it finds the whole window free.
  throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: 60 });
}

function write(
  ctx: Context,
  { token, requestId }: SubmitAttempt,
  submission: NewSubmission,
): Promise<Written> {
  const { files } = submission.submission;
  if (files === null) return writeCounted(ctx, token, submission);
  const writeOne = (each: NewSubmission): Promise<Written> => writeCounted(ctx, token, each);
  return acceptWithFiles(ctx, { submission, files, requestId, write: writeOne });
}

// Each turn after the first follows a switch of counting, and switches are seconds apart.
const TURNS_MAX = 3;

/** Writes a submission. If its slot has become outdated, takes another one. */
async function writeCounted(
  ctx: Context,
  token: TokenPrincipal,
  submission: NewSubmission,
): Promise<Written> {
  let counted = submission;
  for (let turn = 1; turn <= TURNS_MAX; turn += 1) {
    if (turn > 1) counted = withSlot(submission, await takeSlot(ctx, token));
    const outcome = await store(ctx, counted);
    if (outcome.kind !== 'slot-outdated') return outcome;
  }
  throw new AppError(
    'UNAVAILABLE',
    'The rate limit of the token could not be checked. Try again in a moment.',
  );
}

function store({ writer, telemetry }: Context, submission: NewSubmission): Promise<WriteOutcome> {
  const { tracing } = telemetry;
  if (!tracing) return writer.write(submission);
  return tracing.during({ name: 'store submission' }, () => writer.write(submission));
}

function withSlot(submission: NewSubmission, { takenAt, epoch }: RateSlot): NewSubmission {
  const acceptance = { ...submission.acceptance, acceptedAt: takenAt };
  return { ...submission, acceptance, slotEpoch: epoch };
}

/** Only a submission that its caller can name again can be repeated. The others need no hash. */
function fingerprintFor({ read, idempotencyKey }: SubmitAttempt): string {
  const canRepeat = read.ok && (read.submission.id !== null || idempotencyKey !== null);
  return canRepeat ? fingerprintOf(read.submission) : '';
}

function findRepeated(
  ctx: Context,
  { token, idempotencyKey }: SubmitAttempt,
  { id }: Submission,
): Promise<KnownFound | null> {
  if (id === null && idempotencyKey === null) return Promise.resolve(null);
  const { workspaceId, tokenId } = token;
  return ctx.knownLookup.add({ workspaceId, id, tokenId, idempotencyKey });
}

async function answerAgain(
  ctx: Context,
  attempt: SubmitAttempt,
  found: KnownFound & { readonly fingerprint: string },
): Promise<SubmitAnswer> {
  const { known, by, fingerprint } = found;
  const first = replay(known, fingerprint, { by, now: ctx.clock.now() });
  return { ...(first ?? (await finishInline(ctx, known, attempt))), repeats: by };
}

/** Queried only for submissions that need it, because that is rare and costs a statement. */
async function requireDeadlineApproval(
  ctx: Context,
  workspaceId: string,
  { onDeadline }: Submission,
): Promise<void> {
  if (onDeadline !== 'approve' || (await allowsDeadlineApproval(ctx.db, workspaceId))) return;
  const message = 'This workspace does not allow approval by deadline.';
  throw new AppError('VALIDATION_FAILED', message, { fields: { onDeadline: message } });
}

/** @throws AppError VALIDATION_FAILED if no member of a group that must approve may do so. */
async function requireApprovers(
  { db }: Context,
  { workspaceId, tokenId }: TokenPrincipal,
  { approvals, actorId }: Submission,
): Promise<void> {
  const groupId = approvals?.groupIds?.[0];
  if (!approvals || groupId === undefined) return;
  const barred = approvals.notSubmitter ? await submittersOf(db, { tokenId, actorId }) : [];
  const fault = await groupFault(db, { workspaceId, groupId, barred });
  if (fault === null) return;
  throw new AppError('VALIDATION_FAILED', fault, { fields: { 'approvals.groupId': fault } });
}

async function requireRevision(
  ctx: Context,
  workspaceId: string,
  revisionOf: string | null,
): Promise<void> {
  if (revisionOf === null) return;
  const [revised] = await findAccepted(ctx.db, workspaceId, [revisionOf]);
  if (revised) return;
  const message = 'There is no output with the ID in revisionOf.';
  throw new AppError('REVISION_NOT_FOUND', message, { fields: { revisionOf: message } });
}

function toNewSubmission(
  { clock, encryptor, submitting }: Context,
  { token, idempotencyKey, ignoredFields, bodyBytes }: SubmitAttempt,
  read: { readonly submission: Submission; readonly fingerprint: string; readonly slot: RateSlot },
): NewSubmission {
  const { submission, fingerprint, slot } = read;
  const { callbackUrl } = submission;
  return {
    submission,
    bodyBytes,
    fingerprint,
    tokenId: token.tokenId,
    idempotencyKey,
    leaseUntil: submission.sync ? leaseFrom(clock.now(), submitting.syncTimeoutMs) : null,
    slotEpoch: slot.epoch,
    traceparent: activeTraceparent(),
    fileAttempt: null,
    acceptance: {
      workspaceId: token.workspaceId,
      id: submission.id ?? newId(),
      // The time of the slot, so that acceptance times alone keep the limit.
      acceptedAt: slot.takenAt,
      submittedBy: token.name,
      callbackUrlSealed: callbackUrl === null ? null : encryptor.seal(callbackUrl),
      ignoredFields,
      files: [],
    },
  };
}
