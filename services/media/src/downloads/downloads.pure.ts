import { createHash } from 'node:crypto';

/** The bytes from `start` to `end`, counted from 0, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const SINGLE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * Reads a `Range` header against the size of what it is about.
 *
 * @returns null where all is to be sent: for no range, for several, and for what is none (RFC 9110, 14.2);
 *   `unsatisfiable` where nothing of it is there.
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = SINGLE_RANGE.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** Bytes have a key of their own in the store, and are never written over. */
export function etagOf(objectKey: string): string {
  return `"${createHash('sha256').update(objectKey).digest('base64url').slice(0, 22)}"`;
}
