import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';

import type { TextSample } from './types.pure.ts';

const HEAD_BYTES = 64 * 1024;
const BYTE_ORDER_MARK = /^\uFEFF/;
const WHITE_SPACE = [0x20, 0x0a, 0x0d, 0x09, 0x0c];

// Bytes that no text contains. Source: the binary data bytes of the MIME Sniffing Standard, section 3.
const IS_BINARY = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 && !'\t\n\f\r\u001B'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

/**
 * Samples bytes as long as they are a text: UTF-8 without control characters.
 *
 * @returns null if they are not; the remaining bytes are not read.
 */
export async function sampleText(bytes: Readable): Promise<TextSample | null> {
  const head: Buffer[] = [];
  let headBytes = 0;
  let total = 0;
  let last = '';
  let open: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    if (hasBinary(chunk)) return null;
    const known = open.length === 0 ? chunk : Buffer.concat([open, chunk]);
    const whole = known.subarray(0, known.length - openEnd(known));
    if (!isUtf8(whole)) return null;
    open = known.subarray(whole.length);
    last = lastOf(whole) ?? last;
    total += whole.length;
    if (headBytes >= HEAD_BYTES) continue;
    const part = whole.subarray(0, HEAD_BYTES - headBytes);
    head.push(part);
    headBytes += part.length;
  }
  if (open.length > 0) return null;
  const text = Buffer.concat(head).toString().replace(BYTE_ORDER_MARK, '');
  return { head: text, isWhole: total === headBytes, last };
}

// A separate loop for speed: all bytes of all texts pass through it.
function hasBinary(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (IS_BINARY[byte] === 1) return true;
  return false;
}

/** The number of bytes at the end that form an incomplete character. */
function openEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes.at(-back) ?? 0;
    // A continuation byte; its character starts further to the left.
    if (byte >= 0x80 && byte < 0xc0) continue;
    return lengthOfCharacter(byte) > back ? back : 0;
  }
  return 0;
}

function lengthOfCharacter(first: number): number {
  if (first < 0xc0) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

function lastOf(bytes: Uint8Array): string | null {
  const last = bytes.findLast((byte) => !WHITE_SPACE.includes(byte));
  return last === undefined ? null : String.fromCharCode(last);
}
