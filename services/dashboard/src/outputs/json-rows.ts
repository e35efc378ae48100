import { codeOf, ORDERING } from './ordering-signs.ts';

/** A line of JSON as it is shown: a value, or the beginning or the end of an object or a list. */
export interface JsonRow {
  /** `$.lines[0].sum`: unique, and what is folded is known by it. */
  readonly path: string;
  readonly depth: number;
  readonly name: string | null;
  readonly kind: 'open' | 'close' | 'string' | 'number' | 'boolean' | 'null';
  /** The value as JSON; of what begins or ends something its bracket. */
  readonly text: string;
  /** How many are inside; null where it is no beginning. */
  readonly size: number | null;
}

// Nobody reads deeper than that by folding; such a text is shown as it is.
const DEPTH_MAX = 100;

/** The object or the list that a text is; null where it is neither, or too deep to be folded. */
export function parseJson(text: string): object | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !isTooDeep(value) ? value : null;
  } catch {
    return null;
  }
}

/** Level by level: of what is nested without end, a function that calls itself would not come back. */
function isTooDeep(value: object): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) return true;
    level = level.flatMap((it): unknown[] =>
      typeof it === 'object' && it !== null ? Object.values(it) : [],
    );
  }
  return false;
}

/** The lines of a value, but for what is inside of those that are folded. */
export function toJsonRows(value: unknown, folded: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = [];
  add(value, { path: '$', depth: 0, name: null });
  return rows;

  function add(it: unknown, place: Pick<JsonRow, 'path' | 'depth' | 'name'>): void {
    if (typeof it !== 'object' || it === null) {
      rows.push({
        ...place,
        kind: kindOf(it),
        text: escapeOrdering(JSON.stringify(it)),
        size: null,
      });
      return;
    }
    const isList = Array.isArray(it);
    const entries = Object.entries(it);
    rows.push({ ...place, kind: 'open', text: isList ? '[' : '{', size: entries.length });
    if (folded.has(place.path)) return;
    for (const [name, inner] of entries) {
      const path = `${place.path}${isList ? `[${name}]` : stepTo(name)}`;
      add(inner, { path, depth: place.depth + 1, name: isList ? null : escapeOrdering(name) });
    }
    const path = `${place.path} end`;
    rows.push({
      path,
      depth: place.depth,
      name: null,
      kind: 'close',
      text: isList ? ']' : '}',
      size: null,
    });
  }
}

/** A name with a dot in it is not the way through two others. */
function stepTo(name: string): string {
  return /^\w+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function kindOf(value: unknown): JsonRow['kind'] {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'null';
}

/** As JSON may write them: a value reads as it is. */
function escapeOrdering(text: string): string {
  return text.replaceAll(ORDERING, (sign) => `\\u${codeOf(sign).toLowerCase().padStart(4, '0')}`);
}
