import { AppError } from '@output-review/errors';

/** @param cause what exactly is wrong, with names of hosts and buckets: for the log alone. */
export function storeUnavailable(cause: unknown): AppError {
  return new AppError('UNAVAILABLE', 'The file store cannot be used right now.', { cause });
}
