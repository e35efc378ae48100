import { Readable } from 'node:stream';

// A text, so that its type is found by reading all of it: the costliest kind.
const PART = Buffer.alloc(64 * 1024, 'The bytes of a file. ');

/** A file of so many bytes, made as it is read. */
export function fileOf(bytes: number): Readable {
  return Readable.from(partsOf(bytes), { objectMode: false });
}

function* partsOf(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= PART.length) {
    yield left < PART.length ? PART.subarray(0, left) : PART;
  }
}
