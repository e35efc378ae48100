import { Readable } from 'node:stream';

// The standard alphabet, RFC 4648, section 4.
const ALPHABET_ONLY = /^[A-Za-z0-9+/]*={0,2}$/;
// Four characters encode three bytes. A multiple of four, so that each part can be decoded on its own.
const PART_CHARS = 64 * 1024;

const NOT_BASE64 =
  'Must be base64 in the standard alphabet (A-Z, a-z, 0-9, + and /) with = padding at the end, ' +
  'without line breaks, spaces or a "data:" prefix.';

/** Returns what is wrong with base64, as a sentence; null if it is valid. */
export function findBase64Fault(data: string): string | null {
  return data.length % 4 === 0 && ALPHABET_ONLY.test(data) ? null : NOT_BASE64;
}

/** The decoded size of valid base64, in bytes. */
export function base64Size(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return (data.length / 4) * 3 - padding;
}

/** Decodes valid base64 in parts. */
export function readBase64(data: string): Readable {
  return Readable.from(decodeParts(data), { objectMode: false });
}

function* decodeParts(data: string): Generator<Buffer> {
  for (let start = 0; start < data.length; start += PART_CHARS) {
    yield Buffer.from(data.slice(start, start + PART_CHARS), 'base64');
  }
}
