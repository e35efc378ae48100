import { findLoss } from './json-loss.ts';
import { UNSEEN } from './text-signs.ts';

/** A line of a text, or a part of a very long one. */
export interface TextRow {
  readonly from: number;
  readonly text: string;
}

// So long a row still wraps and scrolls smoothly; a text of a megabyte may be one line.
const ROW_CHARACTERS_MAX = 1_500;

/** Cuts a text into rows, at its line ends and, where it has none for long, between characters. */
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

/** A line of JSON as it is shown: a value, a part of a long one, or the beginning or the end of an object or a list. */
export interface JsonRow {
  /** The object or the list that begins here; null where none does. What is folded is known by it. */
  readonly opens: object | null;
  readonly depth: number;
  readonly name: string | null;
  readonly kind: 'open' | 'close' | 'string' | 'number' | 'boolean' | 'null';
  /** The value as JSON; of what begins or ends something its bracket. */
  readonly text: string;
  /** How many are inside; null where it is no beginning. */
  readonly size: number | null;
}

// Nobody reads deeper than that by folding, nor names as long; such a text is shown as it is.
const DEPTH_MAX = 100;
const NAME_CHARACTERS_MAX = 1_000;
const NO_OBJECT = { opens: null, size: null } as const;

/**
 * The object or the list that a text is; null where it is neither, or nothing to be folded, or where it says more than would
 * be shown of it.
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

/** Level by level: of what is nested without end, a function that calls itself would not come back. */
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

/** The lines of a value, but for what is inside of those that are folded. */
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

/** As JSON may write them: a value reads as it is. */
function escapeUnseen(text: string): string {
  return text.replaceAll(UNSEEN, (sign) =>
    sign
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
