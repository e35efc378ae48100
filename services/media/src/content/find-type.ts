import { Readable } from 'node:stream';

import { type Detector, FileTypeParser, type FileTypeResult } from 'file-type';

import { fileFault, type FileHints } from './content.pure.ts';
import { sampleText } from './text-sample.ts';
import { bareType, findTextType, isTakenType, TAKEN_TYPES } from './types.pure.ts';

/** Opens the same bytes from their beginning, each time anew. */
export type OpenBytes = () => Promise<Readable>;

const UNKNOWN =
  `The type of this file cannot be detected from its bytes. Accepted types: ${TAKEN_TYPES}. A ` +
  'text file must be UTF-8.';

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
  throw fileFault(`The file is ${found} according to its bytes. Accepted types: ${TAKEN_TYPES}.`);
}

/** The same, null where nobody knows it, and also where it is not taken. */
export async function findAnyType(open: OpenBytes, hints: FileHints): Promise<string | null> {
  const sample = await sampleText(await open());
  if (sample) return findTextType(sample, hints);
  return findBinaryType(await open());
}

/** Knows a format by what its files begin with, before the library looks at them. */
const byBeginning = (id: string, magic: readonly number[], found: FileTypeResult): Detector => ({
  id,
  detect: async (tokenizer) => {
    const beginning = Buffer.alloc(magic.length);
    await tokenizer.peekBuffer(beginning, { mayBeLess: true });
    return beginning.equals(Buffer.from(magic)) ? found : undefined;
  },
});

const UTF_16: FileTypeResult = { ext: 'txt', mime: 'text/plain; charset=utf-16' };

const DETECTORS = [
  // The library would inflate it to see what is inside, and we take nothing compressed.
  byBeginning('gzip-unopened', [0x1f, 0x8b, 0x08], { ext: 'gz', mime: 'application/gzip' }),
  // The library would take the byte order mark for the beginning of MPEG audio.
  byBeginning('utf-16', [0xff, 0xfe], UTF_16),
];

/**
 * The type of bytes by their format.
 *
 * @returns null where they have none that is known; the rest of them is not read.
 * @throws what the bytes fail with.
 */
async function findBinaryType(bytes: Readable): Promise<string | null> {
  const parser = new FileTypeParser({ customDetectors: DETECTORS });
  // It reads so many bytes at a time, which streams of whole chunks do not give.
  const flowing = Readable.from(bytes, { objectMode: false });
  try {
    const found = await parser.fromStream(flowing);
    return found && found !== UTF_16 ? bareType(found.mime) : null;
  } catch {
    // Either the source failed, or the bytes are such that the parser could make nothing of them.
    if (bytes.errored) throw bytes.errored;
    return null;
  }
}
