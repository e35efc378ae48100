import { findLoss } from './json-loss.ts';
import { UNSEEN } from './text-signs.ts';

/** A line of a text, or part of a very long one. */
export interface TextRow {
  readonly from: number;
  readonly text: string;
}

// Rows of this length still wrap and scroll smoothly. A megabyte of text may be one line.
const ROW_CHARACTERS_MAX = 1_500;

/** Splits a text into rows at line breaks, and between characters in very long lines. */
export function cutRows(text: string): TextRow[] {
  const rows: TextRow[] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    let at = 0;
    do {
      const end = endOfRow(line, at);
      rows.push({ from: from + at, text: line.slice(at, end) });
      at = end;
    } while (at < line.length);
    from += line.length + 1;
  }
  return rows;
}

function endOfRow(line: string, at: number): number {
  const end = Math.min(at + ROW_CHARACTERS_MAX, line.length);
  const last = line.charCodeAt(end - 1);
  const splitsPair = end < line.length && last >= 0xd800 && last <= 0xdbff;
  return splitsPair ? end - 1 : end;
}

/** A displayed line of JSON: a value, part of a long one, or the start or end of an object or list. */
export interface JsonRow {
  /** The object or list that starts here, which identifies it when folded; null otherwise. */
  readonly opens: object | null;
  readonly depth: number;
  readonly name: string | null;
  readonly kind: 'open' | 'close' | 'string' | 'number' | 'boolean' | 'null';
  /** The value as JSON; for a start or end, its bracket. */
  readonly text: string;
  /** The number of entries; null unless an object or list starts here. */
  readonly size: number | null;
}

// Deeper nesting or longer names are unreadable when folded; such texts are shown raw.
const DEPTH_MAX = 100;
const NAME_CHARACTERS_MAX = 1_000;
const NO_OBJECT = { opens: null, size: null } as const;

/**
 * Parses a text as a JSON object or list. Null for anything else, for JSON that cannot be folded, and for JSON that
 * parsing would change.
 */
export function parseJson(text: string): object | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !canBeFolded(value)) return null;
    return findLoss(text) === null ? value : null;
  } catch {
    return null;
  }
}

/** Iterates level by level, since recursion would overflow the stack on deep nesting. */
function canBeFolded(value: object): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) return false;
    const objects = level.filter((it) => typeof it === 'object' && it !== null);
    if (objects.some((it) => Object.keys(it).some((name) => name.length > NAME_CHARACTERS_MAX))) {
      return false;
    }
    level = objects.flatMap((it): unknown[] => Object.values(it));
  }
  return true;
}

/** The lines of a value, without the contents of folded parts. */
export function toJsonRows(value: unknown, folded: ReadonlySet<object>): JsonRow[] {
  const rows: JsonRow[] = [];
  add(value, { depth: 0, name: null });
  return rows;

  function add(it: unknown, place: Pick<JsonRow, 'depth' | 'name'>): void {
    if (typeof it !== 'object' || it === null) {
      const text = escapeUnseen(JSON.stringify(it));
      for (const row of cutRows(text)) {
        const name = row.from === 0 ? place.name : null;
        rows.push({ ...NO_OBJECT, depth: place.depth, name, kind: kindOf(it), text: row.text });
      }
      return;
    }
    const isList = Array.isArray(it);
    const entries = Object.entries(it);
    const [open, close] = isList ? ['[', ']'] : ['{', '}'];
    rows.push({ ...place, opens: it, kind: 'open', text: open, size: entries.length });
    if (folded.has(it)) return;
    for (const [name, inner] of entries) {
      add(inner, { depth: place.depth + 1, name: isList ? null : escapeUnseen(name) });
    }
    rows.push({ ...NO_OBJECT, depth: place.depth, name: null, kind: 'close', text: close });
  }
}

function kindOf(value: unknown): JsonRow['kind'] {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'null';
}

/** Uses JSON escapes, so the value stays the same. */
function escapeUnseen(text: string): string {
  return text.replaceAll(UNSEEN, (sign) =>
    sign
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
