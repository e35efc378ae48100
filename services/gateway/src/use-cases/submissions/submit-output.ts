import type { FileData, OutputsSubmitted, TokenPrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import {
  acceptedAnswer,
  type KnownSubmission,
  refusalOf,
  replay,
  type ReplayedBy,
  type StoredAnswer,
} from '../../domain/submissions/replay.ts';
import type { Submission } from '../../domain/submissions/submission.ts';
import type { WithFiles } from './accept-with-files.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { KnownFound, KnownQuery } from './known-query.ts';
import type { NewSubmission, Slot, WriteOutcome, Written } from './new-submission.ts';

/** One POST /api/logs of a known token. */
export interface SubmitAttempt {
  readonly token: TokenPrincipal;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
  /** The submission, or the fault that is answered once the window has counted the request. */
  readonly read: ReadSubmission;
  readonly ignoredFields: readonly string[];
  /** Of the request that it came in. */
  readonly bodyBytes: number;
}

export type ReadSubmission =
  | { readonly ok: true; readonly submission: Submission }
  | { readonly ok: false; readonly fault: AppError };

/** An answer, and by what it was recognised as an earlier one; null where it is the first. */
export interface SubmitAnswer extends StoredAnswer {
  readonly repeats: ReplayedBy | null;
}

export interface SubmitDeps {
  readonly now: () => Date;
  readonly newId: () => string;
  readonly seal: (text: string) => string;
  /** The trace of the request in hand. */
  readonly traceparent: () => string | null;
  /** How long an inline evaluation may take, all told. */
  readonly leaseMs: number;
  /** Null where the window is full. */
  readonly takeSlot: (tokenId: string) => Promise<Slot | null>;
  readonly findKnown: (wanted: KnownQuery) => Promise<KnownFound | null>;
  readonly exists: (workspaceId: string, id: string) => Promise<boolean>;
  /** Whether outputs of the workspace may be approved by nothing but their deadline. */
  readonly allowsDeadlineApproval: (workspaceId: string) => Promise<boolean>;
  readonly write: (submission: NewSubmission) => Promise<WriteOutcome>;
  readonly acceptWithFiles: (submission: WithFiles) => Promise<Written>;
  readonly evaluateInline: (event: OutputsSubmitted, call: InlineCall) => Promise<StoredAnswer>;
  /** Finishes a sync submission whose first request broke off. */
  readonly finishInline: (known: KnownSubmission, call: InlineCall) => Promise<StoredAnswer>;
}

/** The request whose caller waits for a verdict. */
export type InlineCall = Pick<SubmitAttempt, 'requestId' | 'bodyBytes'>;

/**
 * Accepts a submission: the answer means that no crash loses it.
 *
 * The order is the interface's: a repeat takes no slot of the window, everything else does, faulty
 * and conflicting requests included; so what is wrong is told after the window has counted.
 */
export const makeSubmitOutput =
  (deps: SubmitDeps) =>
  async (attempt: SubmitAttempt): Promise<SubmitAnswer> => {
    const { read, token } = attempt;
    const fingerprint = fingerprintFor(attempt);
    const found = read.ok ? await findRepeated(deps, attempt, read.submission) : null;
    const refusal = found && refusalOf(found.known, fingerprint, { by: found.by, now: deps.now() });
    if (found && !refusal) return answerAgain(deps, attempt, { ...found, fingerprint });
    const slot = await takeSlot(deps, token);
    if (refusal) throw refusal;
    if (!read.ok) throw read.fault;

    await requireDeadlineApproval(deps, token.workspaceId, read.submission);
    await requireRevision(deps, token.workspaceId, read.submission.revisionOf);
    const submission = toNewSubmission(deps, attempt, { ...read, fingerprint, slot });
    const outcome = await accept(deps, attempt, submission);
    switch (outcome.kind) {
      case 'token-dead':
        throw new AppError('UNAUTHENTICATED', 'The token is not valid.');
      case 'reservation-lost':
        throw new AppError('UNAVAILABLE', 'It took too long to take the files in.');
      case 'known':
        return answerAgain(deps, attempt, { ...outcome, fingerprint });
      case 'written':
        return { ...(await firstAnswer(deps, attempt, outcome.event)), repeats: null };
    }
  };

async function takeSlot(deps: SubmitDeps, { tokenId }: TokenPrincipal): Promise<Slot> {
  const slot = await deps.takeSlot(tokenId);
  if (!slot) throw overLimit();
  return slot;
}

function accept(
  deps: SubmitDeps,
  { token, requestId }: SubmitAttempt,
  submission: NewSubmission,
): Promise<Written> {
  const { files } = submission.submission;
  if (files === null) return writeCounted(deps, token, submission);
  const write = (each: NewSubmission): Promise<Written> => writeCounted(deps, token, each);
  return deps.acceptWithFiles({ submission, files, requestId, write });
}

// Every turn but the first comes of a switch of where slots are counted; those are seconds apart.
const TURNS_MAX = 3;

/** Writes a submission; where its slot has been forgotten meanwhile it takes another. */
async function writeCounted(
  deps: SubmitDeps,
  token: TokenPrincipal,
  submission: NewSubmission,
): Promise<Written> {
  let counted = submission;
  for (let turn = 1; turn <= TURNS_MAX; turn += 1) {
    if (turn > 1) counted = withSlot(submission, await takeSlot(deps, token));
    const outcome = await deps.write(counted);
    if (outcome.kind !== 'slot-outdated') return outcome;
  }
  throw new AppError('UNAVAILABLE', 'The window of the token could not be counted.');
}

function withSlot(submission: NewSubmission, { takenAt, epoch }: Slot): NewSubmission {
  const acceptance = { ...submission.acceptance, acceptedAt: takenAt };
  return { ...submission, acceptance, slotEpoch: epoch };
}

/** Only what its caller can name again can be repeated; the rest is spared the hash. */
function fingerprintFor({ read, idempotencyKey }: SubmitAttempt): string {
  const canRepeat = read.ok && (read.submission.id !== null || idempotencyKey !== null);
  return canRepeat ? fingerprintOf(read.submission) : '';
}

function findRepeated(
  deps: SubmitDeps,
  { token, idempotencyKey }: SubmitAttempt,
  { id }: Submission,
): Promise<KnownFound | null> {
  if (id === null && idempotencyKey === null) return Promise.resolve(null);
  const { workspaceId, tokenId } = token;
  return deps.findKnown({ workspaceId, id, tokenId, idempotencyKey });
}

async function answerAgain(
  deps: SubmitDeps,
  attempt: SubmitAttempt,
  found: KnownFound & { readonly fingerprint: string },
): Promise<SubmitAnswer> {
  const { known, by, fingerprint } = found;
  const replayed = replay(known, fingerprint, { by, now: deps.now() });
  const answer =
    replayed.kind === 'answered' ? replayed.answer : await deps.finishInline(known, attempt);
  return { ...answer, repeats: by };
}

/** Asked of those alone that want it: it is rare, and costs a statement. */
async function requireDeadlineApproval(
  deps: SubmitDeps,
  workspaceId: string,
  { onDeadline }: Submission,
): Promise<void> {
  if (onDeadline !== 'approve' || (await deps.allowsDeadlineApproval(workspaceId))) return;
  const message = 'This workspace does not allow approval by deadline.';
  throw new AppError('VALIDATION_FAILED', message, { fields: { onDeadline: message } });
}

async function requireRevision(
  deps: SubmitDeps,
  workspaceId: string,
  revisionOf: string | null,
): Promise<void> {
  if (revisionOf === null || (await deps.exists(workspaceId, revisionOf))) return;
  const message = 'There is no output with this id to be a revision of.';
  throw new AppError('REVISION_NOT_FOUND', message, { fields: { revisionOf: message } });
}

function toNewSubmission(
  deps: SubmitDeps,
  { token, idempotencyKey, ignoredFields }: SubmitAttempt,
  read: { readonly submission: Submission; readonly fingerprint: string; readonly slot: Slot },
): NewSubmission {
  const { submission, fingerprint, slot } = read;
  return {
    submission,
    fingerprint,
    tokenId: token.tokenId,
    idempotencyKey,
    leaseUntil: submission.sync ? new Date(deps.now().getTime() + deps.leaseMs) : null,
    slotEpoch: slot.epoch,
    traceparent: deps.traceparent(),
    fileAttempt: null,
    acceptance: {
      workspaceId: token.workspaceId,
      id: submission.id ?? deps.newId(),
      // So that the times of what was accepted keep the limit by themselves.
      acceptedAt: slot.takenAt,
      submittedBy: token.name,
      callbackUrlSealed: submission.callbackUrl === null ? null : deps.seal(submission.callbackUrl),
      ignoredFields,
      files: NO_FILES,
    },
  };
}

const NO_FILES: readonly FileData[] = [];

function firstAnswer(
  deps: SubmitDeps,
  attempt: SubmitAttempt,
  event: OutputsSubmitted,
): Promise<StoredAnswer> {
  return event.sync
    ? deps.evaluateInline(event, attempt)
    : Promise.resolve(acceptedAnswer(event.id));
}

// The interface fixes the minute; a caller that waits for it finds the whole window free.
const RETRY_AFTER_SECONDS = 60;

function overLimit(): AppError {
  return new AppError('RATE_LIMITED', 'Too many submissions with this token in one minute.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
