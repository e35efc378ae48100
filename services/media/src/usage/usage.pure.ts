import { AppError } from '@output-review/errors';

// The dashboard asks for quotas in MiB.
const MIB = 1_048_576;

/** The storage that the files of a workspace use. */
export interface Usage {
  /** The limit. */
  readonly mediaQuotaBytes: number;
  /** Uploads without bytes count by their declared size. */
  readonly mediaBytes: number;
}

export function quotaExceeded(): AppError {
  return new AppError(
    'MEDIA_QUOTA_EXCEEDED',
    'The files of this workspace would exceed its storage quota. Delete outputs that have ' +
      'files, or ask an admin to raise the quota.',
  );
}

/** @throws AppError VALIDATION_FAILED if the workspace's own quota exceeds the operator's. */
export function checkOwnQuota(own: number | null, operatorQuotaBytes: number): void {
  if (own === null || own <= operatorQuotaBytes) return;
  const limit = `${operatorQuotaBytes} bytes (${Math.floor(operatorQuotaBytes / MIB)} MiB)`;
  throw new AppError('VALIDATION_FAILED', 'The quota is invalid. See `fields`.', {
    fields: { mediaQuotaBytes: `Must be at most ${limit}, the limit set by the operator.` },
  });
}
