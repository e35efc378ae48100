import type { SortColumn } from '@output-review/contracts';

export interface Sort {
  readonly by: SortColumn;
  readonly direction: 'asc' | 'desc';
}

/** The end of a page: the sort value and the ID. */
export interface Cursor {
  readonly value: string | number | null;
  readonly id: string;
}

/** A position in the order of outputs by time. IDs break ties. */
export interface Position {
  readonly timestamp: Date;
  readonly id: string;
}

/** Opaque to callers. Valid only with the sort that created it. */
export function writeCursor({ value, id }: Cursor, sort: Sort): string {
  return btoa(encodeURIComponent(JSON.stringify([sort.by, sort.direction, value, id])))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Null for anything that `writeCursor` did not create for this sort. */
export function readCursor(text: string, sort: Sort): Cursor | null {
  const parts = parse(text);
  if (!isList(parts)) return null;
  const [by, direction, value, id] = parts;
  if (by !== sort.by || direction !== sort.direction || typeof id !== 'string') return null;
  if (hasNul(id) || !isValueOf(sort.by, value)) return null;
  return { value, id };
}

function isValueOf(by: Sort['by'], value: unknown): value is Cursor['value'] {
  switch (by) {
    case 'timestamp':
      return isInstant(value);
    case 'respondBy':
      return value === null || isInstant(value);
    case 'latencyMs':
    case 'costUsd':
      return value === null || typeof value === 'number';
    case 'projectName':
    case 'model':
    case 'status':
      return value === null || (typeof value === 'string' && !hasNul(value));
  }
}

function isInstant(value: unknown): value is string {
  // The format of `writeCursor`: JavaScript accepts dates that PostgreSQL does not, as in the year 0.
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-/.test(value)) return false;
  const time = new Date(value);
  return !Number.isNaN(time.getTime()) && time.toISOString() === value;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function hasNul(text: string): boolean {
  return text.includes('\u0000');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(atob(text.replaceAll('-', '+').replaceAll('_', '/'))));
  } catch {
    return null;
  }
}

/** Rows that PostgreSQL may skip to reach a page. A cursor skips none. */
const PAGE_REACH_MAX = 100_000;

interface Page {
  readonly page: number;
  readonly limit: number;
}

/** The error of a page that is too far away, by field. Empty otherwise. */
export function pageFaultOf({ page, limit }: Page, advice: string): { readonly page?: string } {
  if (page * limit <= PAGE_REACH_MAX) return {};
  return { page: `page × limit must be at most 100,000; ${advice}` };
}
