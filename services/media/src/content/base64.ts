import { Readable } from 'node:stream';

// Of the standard alphabet, RFC 4648, 4.
const ALPHABET_ONLY = /^[A-Za-z0-9+/]*={0,2}$/;
// Four characters are three bytes; a multiple of four, so that each part stands for itself.
const PART_CHARS = 64 * 1024;

const NOT_BASE64 =
  'Must be base64 in the standard alphabet (A-Z, a-z, 0-9, + and /) with = padding at the end, ' +
  'without line breaks, spaces or a "data:" prefix.';

/** What is wrong with base64, in a sentence; null where nothing is. */
export function findBase64Fault(data: string): string | null {
  return data.length % 4 === 0 && ALPHABET_ONLY.test(data) ? null : NOT_BASE64;
}

/** How many bytes sound base64 stands for. */
export function base64Size(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return (data.length / 4) * 3 - padding;
}

/** The bytes of sound base64, a part at a time. */
export function readBase64(data: string): Readable {
  return Readable.from(decodeParts(data), { objectMode: false });
}

function* decodeParts(data: string): Generator<Buffer> {
  for (let start = 0; start < data.length; start += PART_CHARS) {
    yield Buffer.from(data.slice(start, start + PART_CHARS), 'base64');
  }
}
