import type { Readable } from 'node:stream';

/** As much of a text as tells what it is. */
export interface TextSample {
  /** Its beginning, without a byte order mark; all of it where `isWhole`. */
  readonly head: string;
  readonly isWhole: boolean;
  /** The last character that is no white space. */
  readonly last: string;
}

const HEAD_CHARS = 64 * 1024;

// What no text has. Source: the binary data bytes of the MIME Sniffing Standard, 3.
const IS_BINARY = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 && !'\t\n\f\r\u001B'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

/**
 * Reads bytes for as long as they are a text: UTF-8 without control characters.
 *
 * @returns null where they are none; the rest is not read then.
 */
export async function sampleText(bytes: Readable): Promise<TextSample | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let head = '';
  let last = '';
  let isWhole = true;
  const add = (text: string): void => {
    if (head.length + text.length > HEAD_CHARS) isWhole = false;
    if (head.length < HEAD_CHARS) head += text.slice(0, HEAD_CHARS - head.length);
    last = text.trimEnd().at(-1) ?? last;
  };
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    if (chunk.some((byte) => IS_BINARY[byte] === 1)) return null;
    const text = decode(decoder, chunk);
    if (text === null) return null;
    add(text);
  }
  return decode(decoder, null) === null ? null : { head, isWhole, last };
}

/** @returns null where the bytes are no UTF-8; without any more of them, whether they ended well. */
function decode(
  decoder: InstanceType<typeof TextDecoder>,
  chunk: Uint8Array | null,
): string | null {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    return null;
  }
}
