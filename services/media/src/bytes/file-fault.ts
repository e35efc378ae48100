import { AppError } from '@output-review/errors';

/**
 * A file that cannot be taken.
 *
 * @param sentence for who sent it: what is wrong with it and what would be right.
 */
export function fileFault(sentence: string): AppError {
  return new AppError('UNPROCESSABLE_ATTACHMENT', sentence);
}

export const EMPTY_FILE = 'The file is empty.';
