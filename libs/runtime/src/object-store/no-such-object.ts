import { AppError } from '@output-review/errors';

export function noSuchObject(cause: unknown): AppError {
  return new AppError('NOT_FOUND', 'There is no such file.', { cause });
}
