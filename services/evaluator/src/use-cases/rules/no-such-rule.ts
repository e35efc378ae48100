import { AppError } from '@output-review/errors';

export function noSuchRule(): AppError {
  return new AppError('NOT_FOUND', 'There is no such rule.');
}
