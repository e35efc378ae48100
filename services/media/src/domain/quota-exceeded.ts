import { AppError } from '@output-review/errors';

export function quotaExceeded(): AppError {
  return new AppError(
    'MEDIA_QUOTA_EXCEEDED',
    'The files of this workspace would take more room than they may. Delete outputs that have files, or have an admin raise the quota.',
  );
}
