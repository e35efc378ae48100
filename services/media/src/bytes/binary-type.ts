import { Readable } from 'node:stream';

import { type Detector, FileTypeParser } from 'file-type';

import { bareType } from './taken-types.ts';

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b, 0x08]);

// The library would inflate it to see what is inside, and we take nothing compressed.
const gzipUnopened: Detector = {
  id: 'gzip-unopened',
  detect: async (tokenizer) => {
    const beginning = Buffer.alloc(GZIP_MAGIC.length);
    await tokenizer.peekBuffer(beginning, { mayBeLess: true });
    return beginning.equals(GZIP_MAGIC) ? { ext: 'gz', mime: 'application/gzip' } : undefined;
  },
};

/**
 * The type of bytes by their format.
 *
 * @returns null where they have none that is known; the rest of them is not read.
 * @throws what the bytes fail with.
 */
export async function findBinaryType(bytes: Readable): Promise<string | null> {
  const parser = new FileTypeParser({ customDetectors: [gzipUnopened] });
  // It reads so many bytes at a time, which streams of whole chunks do not give.
  const flowing = Readable.from(bytes, { objectMode: false });
  try {
    const found = await parser.fromStream(flowing);
    return found ? bareType(found.mime) : null;
  } catch {
    // Either the source failed, or the bytes are such that the parser could make nothing of them.
    if (bytes.errored) throw bytes.errored;
    return null;
  }
}
