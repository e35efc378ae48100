import { AppError } from '@output-review/errors';

export function noSuchVersion(number: number): AppError {
  return new AppError('NOT_FOUND', `The instructions have no version ${number}.`);
}
