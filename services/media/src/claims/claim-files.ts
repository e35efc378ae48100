import type { FileData } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { newId } from '@output-review/runtime';

import { base64Size } from '../content/base64.ts';
import { toKeyName } from '../content/names.pure.ts';
import type { Context } from '../context.ts';
import { scheduleObjectDeletion } from '../storage/object-deletions.sql.ts';
import { fileKey, objectKey } from '../storage/storage.pure.ts';
import { quotaExceeded } from '../usage/usage.pure.ts';
import { readUsage } from '../usage/usage.sql.ts';
import { beginClaim } from './begin-claim.ts';
import { type ClaimedUpload, type Claiming, FileFaults, type FileSource } from './claims.pure.ts';
import { completeClaim } from './claims.sql.ts';
import { releaseFiles } from './claims.ts';
import { findCopied, sourceFiles, type WantedFiles } from './sources.ts';
import { type ArrivedBytes, takeBytes } from './take-bytes.ts';

/**
 * Stores all files of a submission, or none. Idempotent for the same attempt.
 *
 * @throws AppError UNPROCESSABLE_ATTACHMENT, PAYLOAD_TOO_LARGE, UPLOAD_CONSUMED, MEDIA_QUOTA_EXCEEDED; CONFLICT if the
 *   output has other files or was deleted; UNAVAILABLE. The claim is undone then.
 */
export async function claimFiles(ctx: Context, wanted: WantedFiles): Promise<readonly FileData[]> {
  const { claim, caller } = wanted;
  const { workspaceId } = claim;
  const faults = new FileFaults();
  const sourced = await sourceFiles(ctx, wanted, faults);
  faults.throwAny();
  const files = sourced.map((file) => ({ ...file, objectKey: objectKey(workspaceId, newId()) }));
  const begun = await beginClaim(ctx, { claim, files }, caller);
  if ('complete' in begun) return begun.complete;
  try {
    const { uploads } = begun;
    const left = await quotaLeft(ctx, { claim, files, uploads });
    const share = ctx.spoolBudget.share(workspaceId, left);
    const findAgain = (key: string) => findCopied(ctx, { workspaceId, key }, caller);
    const arrived = await takeBytes(ctx, { files, uploads, share, findAgain }, faults);
    faults.throwAny();
    return await complete(ctx, { claim, files }, arrived);
  } catch (error) {
    await undo(ctx, { claim, files });
    throw error;
  }
}

/**
 * Fails early, before files that exceed the quota reach the spool or the store. `complete` makes the final check.
 *
 * @returns how many bytes the files by URL may take.
 */
async function quotaLeft(
  { db, quotaBytes }: Context,
  { claim, files, uploads }: Claiming & { readonly uploads: readonly ClaimedUpload[] },
): Promise<number> {
  const known = files.reduce((sum, { source }) => sum + knownSize(source), 0);
  if (known === 0 && !files.some(({ source }) => source.kind === 'url')) return 0;
  const { mediaBytes, mediaQuotaBytes } = await readUsage(db, claim.workspaceId, quotaBytes);
  const reserved = uploads.reduce((sum, { reservedBytes }) => sum + reservedBytes, 0);
  const left = mediaQuotaBytes - (mediaBytes - reserved) - known;
  if (left < 0) throw quotaExceeded();
  return left;
}

/** The known size of a file beyond what is already reserved for it; 0 if unknown. */
function knownSize(source: FileSource): number {
  if (source.kind === 'base64') return base64Size(source.data);
  return source.kind === 'copy' ? source.file.sizeBytes : 0;
}

/** A failure here is only logged: the claim is settled later, as after a crash. The caller gets the first error. */
async function undo(ctx: Context, { claim, files }: Claiming): Promise<void> {
  try {
    await releaseFiles(ctx, claim);
    // The claim may have been released or deleted elsewhere before the last bytes were stored.
    await scheduleObjectDeletion(
      ctx.db,
      files.map((file) => file.objectKey),
      ctx.clock.now(),
    );
    ctx.jobs.removeDoomed.wake();
  } catch (error) {
    ctx.log.warn({ err: error, ...claim }, 'claim not released yet');
  }
}

async function complete(
  { db, quotaBytes }: Context,
  { claim, files: claimed }: Claiming,
  bytes: readonly ArrivedBytes[],
): Promise<readonly FileData[]> {
  const taken = new Map(bytes.map((each) => [each.position, each]));
  const files = claimed.map(({ position, role, label }) => {
    const { filename = '', contentType = '', sizeBytes = 0 } = taken.get(position) ?? {};
    const key = fileKey(claim, position, toKeyName(filename));
    return { position, role, label, key, filename, contentType, sizeBytes };
  });
  if (!(await db.transaction((tx) => completeClaim(tx, { claim, files, quotaBytes })))) {
    throw new AppError('CONFLICT', 'The submission was abandoned in the meantime.');
  }
  return files.map(({ position: _, ...file }) => file);
}
