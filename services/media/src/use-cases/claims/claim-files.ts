import type { FileData } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { Logger } from '@output-review/runtime';

import { base64Size } from '../../bytes/base64.ts';
import { toKeyName } from '../../bytes/filename.ts';
import type { SpoolBudget } from '../../bytes/spool-budget.ts';
import type { MediaFile } from '../../domain/media-file.ts';
import { quotaExceeded } from '../../domain/quota-exceeded.ts';
import type { DoomedObjects } from '../doomed-objects.ts';
import { fileKey, objectKey } from '../keys.ts';
import type { UsageStore } from '../usage-store.ts';
import { beginClaim, type Claiming } from './begin-claim.ts';
import type { ClaimedUpload, ClaimKey, ClaimStore } from './claim-store.ts';
import { FileFaults } from './file-faults.ts';
import type { FileSource } from './file-source.ts';
import type { AskGateway, SettleClaims } from './settle-claims.ts';
import { type References, sourceFiles } from './source-files.ts';
import type { ArrivedBytes, makeTakeBytes } from './take-bytes.ts';

export interface ClaimFilesDeps {
  readonly claims: ClaimStore;
  readonly takeBytes: ReturnType<typeof makeTakeBytes>;
  readonly settleClaims: SettleClaims;
  readonly readKey: (reference: string) => string | null;
  readonly findMedia: (
    wanted: { readonly workspaceId: string; readonly key: string },
    askGateway: AskGateway,
  ) => Promise<MediaFile>;
  readonly usage: Pick<UsageStore, 'read'>;
  readonly spoolBudget: SpoolBudget;
  readonly doomed: Pick<DoomedObjects, 'add'>;
  readonly newId: () => string;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'warn'>;
}

export const makeClaimFiles =
  (deps: ClaimFilesDeps) =>
  /**
   * Takes in all files of a submission, or none. Asked again by the same attempt it answers the same.
   *
   * @throws AppError UNPROCESSABLE_ATTACHMENT, PAYLOAD_TOO_LARGE, UPLOAD_CONSUMED, MEDIA_QUOTA_EXCEEDED;
   *   CONFLICT where the output has other files or was deleted; UNAVAILABLE. Nothing is left of the claim then.
   */
  async (
    claim: ClaimKey,
    references: References,
    askGateway: AskGateway,
  ): Promise<readonly FileData[]> => {
    const faults = new FileFaults();
    const findMedia = (key: string) =>
      deps.findMedia({ workspaceId: claim.workspaceId, key }, askGateway);
    const sourced = await sourceFiles({ readKey: deps.readKey, findMedia }, references, faults);
    faults.throwAny();
    const files = sourced.map((file) => ({
      ...file,
      objectKey: objectKey(claim.workspaceId, deps.newId()),
    }));
    const begun = await beginClaim(deps, { claim, files }, askGateway);
    if ('complete' in begun) return begun.complete;
    try {
      const { uploads } = begun;
      const left = await quotaLeft(deps, { claim, files, uploads });
      const share = deps.spoolBudget.share(claim.workspaceId, left);
      const arrived = await deps.takeBytes({ files, uploads, share }, faults);
      faults.throwAny();
      return await complete(deps, { claim, files }, arrived);
    } catch (error) {
      await undo(deps, { claim, files });
      throw error;
    }
  };

/**
 * Spares the spool and the store what will not fit; `complete` decides.
 *
 * @returns how many bytes may come by urls.
 */
async function quotaLeft(
  { usage }: ClaimFilesDeps,
  { claim, files, uploads }: Claiming & { readonly uploads: readonly ClaimedUpload[] },
): Promise<number> {
  const known = files.reduce((sum, { source }) => sum + knownSize(source), 0);
  if (known === 0 && !files.some(({ source }) => source.kind === 'url')) return 0;
  const { mediaBytes, mediaQuotaBytes } = await usage.read(claim.workspaceId);
  const reserved = uploads.reduce((sum, { reservedBytes }) => sum + reservedBytes, 0);
  const left = mediaQuotaBytes - (mediaBytes - reserved) - known;
  if (left < 0) throw quotaExceeded();
  return left;
}

/** What a file takes more than is reserved for it, as far as that is known. */
function knownSize(source: FileSource): number {
  if (source.kind === 'base64') return base64Size(source.data);
  return source.kind === 'copy' ? source.file.sizeBytes : 0;
}

/** What fails here is settled later, as after a crash; the caller is told of the first failure. */
async function undo(
  { claims, doomed, now, log }: ClaimFilesDeps,
  { claim, files }: Claiming,
): Promise<void> {
  try {
    await claims.release(claim, now());
    // Where somebody else had released or deleted it before the last bytes came.
    await doomed.add(
      files.map((file) => file.objectKey),
      now(),
    );
  } catch (error) {
    log.warn({ err: error, ...claim }, 'claim not undone yet');
  }
}

async function complete(
  { claims }: ClaimFilesDeps,
  { claim, files }: Claiming,
  bytes: readonly ArrivedBytes[],
): Promise<readonly FileData[]> {
  const taken = new Map(bytes.map((each) => [each.position, each]));
  const arrived = files.map(({ position, role, label }) => {
    const { filename = '', contentType = '', sizeBytes = 0 } = taken.get(position) ?? {};
    const key = fileKey(claim, position, toKeyName(filename));
    return { position, role, label, key, filename, contentType, sizeBytes };
  });
  if (!(await claims.complete(claim, arrived))) {
    throw new AppError('CONFLICT', 'The submission was given up meanwhile.');
  }
  return arrived.map(({ position: _, ...file }) => file);
}
