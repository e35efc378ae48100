import { findBinaryType } from './binary-type.ts';
import { fileFault } from './file-fault.ts';
import type { FileHints, OpenBytes } from './taken-file.ts';
import { isTakenType, TAKEN_TYPES } from './taken-types.ts';
import { sampleText } from './text-sample.ts';
import { findTextType } from './text-type.ts';

const UNKNOWN = `What kind of file this is cannot be told from its bytes. Taken are ${TAKEN_TYPES}; a text must be UTF-8.`;

/**
 * Finds the type of a file from its bytes, never from its name.
 *
 * Texts come first: much that begins a binary format may begin a text, such as "BM" or "MZ".
 *
 * @returns the type without parameters, in lower case.
 * @throws AppError UNPROCESSABLE_ATTACHMENT where it is none that is taken.
 */
export async function findType(open: OpenBytes, hints: FileHints): Promise<string> {
  const found = await findAnyType(open, hints);
  if (found === null) throw fileFault(UNKNOWN);
  if (isTakenType(found)) return found;
  throw fileFault(`The file is ${found} by its bytes. Taken are ${TAKEN_TYPES}.`);
}

/** The same, null where nobody knows it, and also where it is not taken. */
export async function findAnyType(open: OpenBytes, hints: FileHints): Promise<string | null> {
  const sample = await sampleText(await open());
  if (sample) return findTextType(sample, hints);
  return findBinaryType(await open());
}
