import { type FileData, INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError, type ErrorCode } from '@output-review/errors';
import type { ServiceClient, Vouch } from '@output-review/runtime';

import type { SubmittedFiles } from '../domain/submissions/submission.ts';
import type {
  MediaUsage,
  QuotaChange,
  SettingsRef,
} from '../use-cases/settings/workspace-settings.ts';
import type { FileClaim } from '../use-cases/submissions/file-claim.ts';

export interface MediaDeps {
  readonly client: ServiceClient;
  /** Signs in the name of the gateway itself. */
  readonly assertion: Vouch;
}

/** What the gateway asks of the media service about files of outputs. */
export interface Media {
  /** Takes in all files, or none. @throws AppError for the caller of the submission. */
  claim(claim: FileClaim, files: SubmittedFiles, requestId: string): Promise<readonly FileData[]>;
  confirm(claim: FileClaim): Promise<void>;
  release(claim: FileClaim): Promise<void>;
  deleteFiles(workspaceId: string, outputIds: readonly string[]): Promise<void>;
  readUsage(ref: SettingsRef): Promise<MediaUsage>;
  /** @throws AppError VALIDATION_FAILED. */
  changeQuota(ref: SettingsRef, change: QuotaChange): Promise<MediaUsage>;
}

// Fetching and copying 40 files of 32 MB; the rest of the 60 s of a reservation is for the insert.
const CLAIM_TIMEOUT_MS = 40_000;
// A caller waits for it, and what it was to do is done later where it does not come through.
const SETTLE_TIMEOUT_MS = 3_000;

// A person waits for what is behind these calls.
const USAGE_TIMEOUT_MS = 5_000;

const FAULTS_OF_FILES: ReadonlySet<ErrorCode> = new Set([
  ...INTERNAL_OPERATIONS.claimFiles.errors,
  'INTERNAL',
]);

export function makeMedia({ client, assertion }: MediaDeps): Media {
  const settle = async (
    operation: typeof INTERNAL_OPERATIONS.confirmFiles | typeof INTERNAL_OPERATIONS.releaseFiles,
    claim: FileClaim,
  ): Promise<void> => {
    const options = { assertion, timeoutMs: SETTLE_TIMEOUT_MS };
    await client.call(operation, { ...options, body: claim });
  };
  return {
    async claim(claim, files, requestId) {
      const options = { assertion, timeoutMs: CLAIM_TIMEOUT_MS, requestId };
      try {
        const answer = await client.call(INTERNAL_OPERATIONS.claimFiles, {
          ...options,
          body: { ...claim, ...files },
        });
        return answer.files;
      } catch (error) {
        throw toFaultOfFiles(error);
      }
    },
    confirm: (claim) => settle(INTERNAL_OPERATIONS.confirmFiles, claim),
    release: (claim) => settle(INTERNAL_OPERATIONS.releaseFiles, claim),
    async deleteFiles(workspaceId, outputIds) {
      await client.call(INTERNAL_OPERATIONS.deleteFiles, {
        body: { workspaceId, outputIds },
        assertion,
        timeoutMs: SETTLE_TIMEOUT_MS,
      });
    },
    async readUsage({ workspaceId, requestId }) {
      const options = { assertion, timeoutMs: USAGE_TIMEOUT_MS, requestId };
      const body = { workspaceId };
      return client.call(INTERNAL_OPERATIONS.readMediaUsage, { ...options, body });
    },
    async changeQuota({ workspaceId, requestId }, { quotaBytes, isTrial }) {
      const options = { assertion, timeoutMs: USAGE_TIMEOUT_MS, requestId };
      const body = { workspaceId, mediaQuotaBytes: quotaBytes, isTrial };
      return client.call(INTERNAL_OPERATIONS.changeMediaQuota, { ...options, body });
    },
  };
}

/** A refusal that is not about the files is no fault of whoever sent them. */
function toFaultOfFiles(error: unknown): unknown {
  if (!(error instanceof AppError) || FAULTS_OF_FILES.has(error.code)) return error;
  return new AppError('UNAVAILABLE', 'Files cannot be taken in right now.', { cause: error });
}
