import { FILE_BYTES_MAX } from '@output-review/contracts';

import { AppError } from '@output-review/errors';

import { EMPTY_FILE, fileFault } from './file-fault.ts';

export const TOO_LARGE = `The file is larger than ${FILE_BYTES_MAX} bytes (32 MB), the most that is taken.`;

export function fileTooLarge(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', TOO_LARGE);
}

/** @throws AppError UNPROCESSABLE_ATTACHMENT where a file is empty; PAYLOAD_TOO_LARGE. */
export function checkSize(bytes: number): void {
  if (bytes === 0) throw fileFault(EMPTY_FILE);
  if (bytes > FILE_BYTES_MAX) throw fileTooLarge();
}
