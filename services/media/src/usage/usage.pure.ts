import { AppError } from '@output-review/errors';

/** How much room the files of a workspace take. */
export interface Usage {
  /** How much they may. */
  readonly mediaQuotaBytes: number;
  /** What is staged counts as it was announced. */
  readonly mediaBytes: number;
}

export function quotaExceeded(): AppError {
  return new AppError(
    'MEDIA_QUOTA_EXCEEDED',
    'The files of this workspace would exceed its storage quota. Delete outputs that have ' +
      'files, or ask an admin to raise the quota.',
  );
}

/** @throws AppError VALIDATION_FAILED where a workspace's own quota is more than the operator's. */
export function checkOwnQuota(own: number | null, operatorQuotaBytes: number): void {
  if (own === null || own <= operatorQuotaBytes) return;
  throw new AppError('VALIDATION_FAILED', 'The quota is invalid. See `fields`.', {
    fields: {
      mediaQuotaBytes: `Must be at most ${operatorQuotaBytes}, the limit set by the operator.`,
    },
  });
}
