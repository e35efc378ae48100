import { Readable } from 'node:stream';

import { type Detector, FileTypeParser, type FileTypeResult } from 'file-type';

import { fileFault, type FileHints } from './content.pure.ts';
import { sampleText } from './text-sample.ts';
import { bareType, findTextType, isTakenType, TAKEN_TYPES } from './types.pure.ts';

/** Opens the same bytes from the start at each call. */
export type OpenBytes = () => Promise<Readable>;

const UNKNOWN =
  `The type of this file cannot be detected from its bytes. Accepted types: ${TAKEN_TYPES}. A ` +
  'text file must be UTF-8.';

/**
 * Detects the type of a file from its bytes, never from its name.
 *
 * Texts are checked first, because a text may begin with the magic bytes of a binary format, such as "BM" or "MZ".
 *
 * @returns the type without parameters, in lower case.
 * @throws AppError UNPROCESSABLE_ATTACHMENT if the type is not accepted.
 */
export async function findType(open: OpenBytes, hints: FileHints): Promise<string> {
  const found = await findAnyType(open, hints);
  if (found === null) throw fileFault(UNKNOWN);
  if (isTakenType(found)) return found;
  throw fileFault(`The file is ${found} according to its bytes. Accepted types: ${TAKEN_TYPES}.`);
}

/** Like `findType`, but returns types that are not accepted too, and null if the type is unknown. */
export async function findAnyType(open: OpenBytes, hints: FileHints): Promise<string | null> {
  const sample = await sampleText(await open());
  if (sample) return findTextType(sample, hints);
  return findBinaryType(await open());
}

/** Detects a format by its magic bytes before the library looks at them. */
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
  // The library would inflate it to see what is inside, and compressed files are not accepted.
  byBeginning('gzip-unopened', [0x1f, 0x8b, 0x08], { ext: 'gz', mime: 'application/gzip' }),
  // The library would take the byte order mark for MPEG audio.
  byBeginning('utf-16', [0xff, 0xfe], UTF_16),
];

/**
 * Detects the type of a binary format.
 *
 * @returns null if the format is unknown; the remaining bytes are not read.
 * @throws the error of the stream.
 */
async function findBinaryType(bytes: Readable): Promise<string | null> {
  const parser = new FileTypeParser({ customDetectors: DETECTORS });
  // The parser asks for a given number of bytes, which object-mode streams do not support.
  const flowing = Readable.from(bytes, { objectMode: false });
  try {
    const found = await parser.fromStream(flowing);
    return found && found !== UTF_16 ? bareType(found.mime) : null;
  } catch {
    // Either the source failed, or the parser could not read these bytes.
    if (bytes.errored) throw bytes.errored;
    return null;
  }
}
