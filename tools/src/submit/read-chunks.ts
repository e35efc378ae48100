import { TextDecoder } from 'node:util';

/** A piece of a file, counted from 1, or why it cannot be read. */
export type Piece =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly reason: string };

/** Three times what a body may have: the service refuses it anyway, and a file without breaks must fit in memory. */
export const PIECE_CHARS_MAX = 16 * 1024 * 1024;

const TOO_LONG = 'longer than 16 MiB';
export const NOT_UTF8 = 'not UTF-8: save the file as UTF-8. Nothing after it was read.';

/** Collects one piece over chunks, and drops it where it becomes too long. */
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
 * Splits a text into lines, counted as editors do; blank ones count but are left out.
 *
 * Not by `node:readline`, which from Node 24 on also splits at U+2028 and U+2029: JSON may contain them as they are.
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

/** Splits a JSON array into its elements, counted from 1; whether each of them is JSON is not checked here. */
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

/** Finds the brackets and commas of an array between its elements. */
class ArrayBounds {
  /** 1 between the brackets of the array itself. */
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
 * The chunks as text, without the mark that some editors put before it. Where they are not UTF-8 it ends
 * with null: nobody wants a text of which letters are lost.
 */
export async function* decode(chunks: AsyncIterable<Buffer>): AsyncGenerator<string | null> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  // Is where the chunk before ended, maybe within a character, when the other fails.
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

/** What a chunk has before the first byte that is not UTF-8. */
function decodeStart(decoder: TextDecoder, chunk: Buffer): string {
  let text = '';
  try {
    for (const byte of chunk) text += decoder.decode(Buffer.of(byte), { stream: true });
  } catch {
    // Found.
  }
  return text;
}

/** Whether the next chunk is; without one, whether they may end here. */
function isUtf8(strict: TextDecoder, chunk?: Buffer): boolean {
  try {
    strict.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}
