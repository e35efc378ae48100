import { FILE_BYTES_MAX } from '@output-review/contracts';

import { EMPTY_FILE, fileFault } from './file-fault.ts';

export const TOO_LARGE = `The file is larger than ${FILE_BYTES_MAX} bytes (32 MB), the most that is taken.`;

/** @throws AppError UNPROCESSABLE_ATTACHMENT where a file is empty or too large. */
export function checkSize(bytes: number): void {
  if (bytes === 0) throw fileFault(EMPTY_FILE);
  if (bytes > FILE_BYTES_MAX) throw fileFault(TOO_LARGE);
}
