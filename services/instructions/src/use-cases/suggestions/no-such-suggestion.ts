import { AppError } from '@output-review/errors';

export function noSuchSuggestion(): AppError {
  return new AppError('NOT_FOUND', 'There is no such suggestion.');
}
