import { TextDecoder } from 'node:util';

/** A piece of a file, numbered from 1, or why it cannot be read. */
export type Piece =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly reason: string };

/**
 * Three times the maximum body. The service refuses longer ones anyway, and a file without line breaks must fit in
 * memory.
 */
export const PIECE_CHARS_MAX = 16 * 1024 * 1024;

const TOO_LONG = 'longer than 16 MiB';
export const NOT_UTF8 = 'not UTF-8: save the file as UTF-8. Nothing after it was read.';

/** Collects one piece across chunks, and drops it if it becomes too long. */
class Collector {
  #parts: string[] = [];
  #length = 0;

  add(part: string): void {
    this.#length += part.length;
    if (this.#length <= PIECE_CHARS_MAX) this.#parts.push(part);
    else this.#parts = [];
  }

  take(number: number): Piece {
    const isTooLong = this.#length > PIECE_CHARS_MAX;
    const text = this.#parts.join('');
    this.#parts = [];
    this.#length = 0;
    return isTooLong ? { number, reason: TOO_LONG } : { number, text };
  }
}

/**
 * Splits text into lines, numbered as in editors. Blank lines are counted but left out.
 *
 * It does not use `node:readline`, which from Node 24 on also splits at U+2028 and U+2029. JSON may contain these
 * unescaped.
 */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  const line = new Collector();
  let number = 1;
  for await (const chunk of decode(chunks)) {
    if (chunk === null) {
      yield { number, reason: NOT_UTF8 };
      return;
    }
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      line.add(chunk.slice(from, end));
      const piece = line.take(number);
      if (!isBlank(piece)) yield piece;
      number += 1;
      from = end + 1;
    }
    line.add(chunk.slice(from));
  }
  const last = line.take(number);
  if (!isBlank(last)) yield last;
}

/** Splits a JSON array into its elements, numbered from 1. It does not check that each element is valid JSON. */
export async function* splitArray(chunks: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  const element = new Collector();
  const bounds = new ArrayBounds();
  let number = 1;
  for await (const chunk of decode(chunks)) {
    if (chunk === null) {
      yield { number, reason: NOT_UTF8 };
      return;
    }
    let from = 0;
    for (const { at, isEnd } of bounds.in(chunk)) {
      element.add(chunk.slice(from, at));
      const piece = element.take(number);
      from = at + 1;
      if (isEnd) number += 1;
      if (isEnd && !isBlank(piece)) yield piece;
    }
    element.add(chunk.slice(from));
  }
  const rest = element.take(number);
  if (bounds.isInside) yield { number, reason: 'the array ends within this record' };
  else if (!isBlank(rest)) yield { number, reason: 'text after the end of the array' };
}

/** Finds the brackets of an array and the commas between its elements. */
class ArrayBounds {
  /** 1 inside the array itself. */
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  get isInside(): boolean {
    return this.#depth > 0;
  }

  *in(chunk: string): Generator<{ readonly at: number; readonly isEnd: boolean }> {
    for (let at = 0; at < chunk.length; at += 1) {
      const char = chunk.charAt(at);
      if (this.#inString) this.#stepInString(char);
      else if (char === '"') this.#inString = true;
      else if (char === ',' && this.#depth === 1) yield { at, isEnd: true };
      else if (char === '[' || char === '{') {
        this.#depth += 1;
        if (this.#depth === 1) yield { at, isEnd: false };
      } else if (char === ']' || char === '}') {
        this.#depth -= 1;
        if (this.#depth === 0) yield { at, isEnd: true };
      }
    }
  }

  #stepInString(char: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (char === '\\') this.#isEscaped = true;
    else if (char === '"') this.#inString = false;
  }
}

function isBlank(piece: Piece): boolean {
  return 'text' in piece && piece.text.trim() === '';
}

/**
 * The chunks as text, without a byte order mark. If they are not UTF-8, it ends with null, because text with
 * replacement characters is useless.
 */
export async function* decode(chunks: AsyncIterable<Buffer>): AsyncGenerator<string | null> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  // Still at the end of the previous chunk, possibly within a character, when the other decoder fails.
  const behind = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) {
    if (!isUtf8(strict, chunk)) {
      yield decodeStart(behind, chunk);
      yield null;
      return;
    }
    yield behind.decode(chunk, { stream: true });
  }
  if (!isUtf8(strict)) yield null;
}

/** The text of a chunk before the first byte that is not UTF-8. */
function decodeStart(decoder: TextDecoder, chunk: Buffer): string {
  let text = '';
  try {
    for (const byte of chunk) text += decoder.decode(Buffer.of(byte), { stream: true });
  } catch {
    // The first invalid byte.
  }
  return text;
}

/** Whether the next chunk is valid UTF-8; without a chunk, whether the text may end here. */
function isUtf8(strict: TextDecoder, chunk?: Buffer): boolean {
  try {
    strict.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}
