import { type FileData, INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError, type ErrorCode } from '@output-review/errors';
import { newId } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { idOfDeleted, stillInFlight } from './replay.pure.ts';
import type { SubmittedFiles } from './request.pure.ts';
import {
  endReservation,
  type FileClaim,
  giveUpReservation,
  reserveFiles,
} from './reservations.sql.ts';
import { Seats } from './seats.ts';
import { findKnown } from './submissions.sql.ts';
import { leaseFrom } from './submitting.ts';
import type { NewSubmission, Written } from './writer.ts';

const { confirmFiles, releaseFiles } = INTERNAL_OPERATIONS;

// A token may send all submissions of a minute at once.
const FETCHING_PER_WORKSPACE_MAX = 60;
const FETCHING_MAX = 3 * FETCHING_PER_WORKSPACE_MAX;
/** Connections for claims on files. Those beyond the fetching ones are for claims that fetch nothing and are quick. */
export const CLAIM_CONNECTIONS_MAX = FETCHING_MAX + 64;

/** Limits the submissions whose files are fetched by URL, because their servers may take half a minute. */
export function openFetchSeats(): Seats {
  return new Seats({
    perHolderMax: FETCHING_PER_WORKSPACE_MAX,
    perProcessMax: FETCHING_MAX,
    refusal: () =>
      new AppError(
        'UNAVAILABLE',
        'Too many files are being fetched at once. Try again in a moment.',
      ),
  });
}

/** The parts of the context that are used here. */
type Files = Pick<
  Context,
  'db' | 'log' | 'clock' | 'media' | 'fileClaims' | 'fetchSeats' | 'assertion' | 'submitting'
>;

/** A submission with files, and what else its acceptance needs. */
interface WithFiles {
  readonly submission: NewSubmission;
  readonly files: SubmittedFiles;
  readonly requestId: string;
  /** Inserts the submission, with as many attempts as that takes. */
  readonly write: (submission: NewSubmission) => Promise<Written>;
}

/**
 * Accepts a submission with files: reserves its ID, has media take in its files, inserts it, confirms them.
 *
 * No durable output is without its files, and no files stay without their output. The insert succeeds only while its
 * attempt has the reservation, so whoever ends the reservation knows from then on whether the submission exists. If a
 * gateway dies in between, media asks.
 *
 * @throws AppError UNAVAILABLE if too many are being fetched, before anything is reserved.
 */
export async function acceptWithFiles(ctx: Files, parts: WithFiles): Promise<Written> {
  const { workspaceId } = parts.submission.acceptance;
  const giveSeatBack = isFetched(parts.files) ? ctx.fetchSeats.take(workspaceId) : () => {};
  try {
    return await acceptSeated(ctx, parts);
  } finally {
    giveSeatBack();
  }
}

function isFetched({ attachments, outputAttachments }: SubmittedFiles): boolean {
  return [...attachments, ...outputAttachments].some(({ source }) => source === 'url');
}

async function acceptSeated(
  ctx: Files,
  { submission: wanted, files, requestId, write }: WithFiles,
): Promise<Written> {
  const claim = await reserve(ctx, wanted);
  try {
    const outcome =
      (await findTaken(ctx, wanted, claim)) ??
      (await claimAndWrite(ctx, { claim, wanted, files, requestId, write }));
    await (outcome.kind === 'written' ? keep(ctx, claim) : giveBack(ctx, claim));
    return outcome;
  } catch (error) {
    await giveBack(ctx, claim);
    throw error;
  }
}

async function reserve({ db }: Files, wanted: NewSubmission): Promise<FileClaim> {
  const { acceptance, tokenId, idempotencyKey, fingerprint } = wanted;
  const { workspaceId, id } = acceptance;
  const attempt = newId();
  const query = { workspaceId, id, attempt, tokenId, idempotencyKey, fingerprint };
  const outputId = await reserveFiles(db, query);
  if (outputId === null) throw stillInFlight();
  return { workspaceId, outputId, attempt };
}

/** Looks again, now that nobody else can take the ID or the key: another attempt may just have done so. */
async function findTaken(
  { db }: Files,
  { tokenId, idempotencyKey, fingerprint }: NewSubmission,
  { workspaceId, outputId: id }: FileClaim,
): Promise<Written | null> {
  if (fingerprint === '') return null;
  const found = await findKnown(db, { workspaceId, id, tokenId, idempotencyKey });
  return found && { kind: 'known', ...found };
}

interface ClaimedParts extends Omit<WithFiles, 'submission'> {
  readonly claim: FileClaim;
  readonly wanted: NewSubmission;
}

async function claimAndWrite(ctx: Files, parts: ClaimedParts): Promise<Written> {
  const { claim, wanted, write } = parts;
  let taken: readonly FileData[];
  try {
    taken = await claimFiles(ctx, parts);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
    // The files of this ID belong to another attempt for good, or the output was deleted.
    const known = await findTaken(ctx, wanted, claim);
    if (known) return known;
    throw idOfDeleted();
  }
  const { clock, submitting } = ctx;
  return write({
    ...wanted,
    fileAttempt: claim.attempt,
    // From now on, because nothing was being evaluated before.
    leaseUntil: wanted.leaseUntil && leaseFrom(clock.now(), submitting.syncTimeoutMs),
    acceptance: { ...wanted.acceptance, id: claim.outputId, files: taken },
  });
}

/** The output is durable and accepted even if these calls fail: media asks before it releases files. */
async function keep(ctx: Files, claim: FileClaim): Promise<void> {
  const results = await Promise.allSettled([
    settle(ctx, confirmFiles, claim),
    endReservation(ctx.db, claim),
  ]);
  for (const result of results) {
    if (result.status === 'rejected') warn(ctx, claim, result.reason);
  }
}

/** Cleans up, so that a repeat finds everything free. */
async function giveBack(ctx: Files, claim: FileClaim): Promise<void> {
  try {
    const isHeld = await giveUpReservation(ctx.db, claim);
    await settle(ctx, isHeld ? confirmFiles : releaseFiles, claim);
  } catch (error) {
    warn(ctx, claim, error);
  }
}

function warn({ log }: Files, { outputId }: FileClaim, error: unknown): void {
  log.warn({ err: error, id: outputId }, 'files not confirmed yet, will be settled later');
}

// For fetching and copying 40 files of 32 MB. The rest of the 60 s of a reservation is for the insert.
const CLAIM_TIMEOUT_MS = 40_000;
// A caller waits for this call. If it fails, its work is done later.
const SETTLE_TIMEOUT_MS = 3_000;

/** Takes in all files, or none. @throws AppError for the caller of the submission. */
async function claimFiles(
  { fileClaims, assertion }: Files,
  { claim, files, requestId }: ClaimedParts,
): Promise<readonly FileData[]> {
  try {
    const answer = await fileClaims.call(INTERNAL_OPERATIONS.claimFiles, {
      ...{ assertion, timeoutMs: CLAIM_TIMEOUT_MS, requestId },
      body: { ...claim, ...files },
    });
    return answer.files;
  } catch (error) {
    throw toFaultOfFiles(error);
  }
}

async function settle(
  { media, assertion }: Files,
  operation: typeof confirmFiles | typeof releaseFiles,
  claim: FileClaim,
): Promise<void> {
  await media.call(operation, { assertion, timeoutMs: SETTLE_TIMEOUT_MS, body: claim });
}

const FAULTS_OF_FILES: ReadonlySet<ErrorCode> = new Set([
  ...INTERNAL_OPERATIONS.claimFiles.errors,
  'INTERNAL',
]);

/** A refusal that is not about the files is not a fault of the caller. */
function toFaultOfFiles(error: unknown): unknown {
  if (!(error instanceof AppError) || FAULTS_OF_FILES.has(error.code)) return error;
  return new AppError('UNAVAILABLE', 'Files cannot be stored right now. Try again in a moment.', {
    cause: error,
  });
}
