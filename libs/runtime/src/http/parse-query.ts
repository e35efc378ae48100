export interface ParsedQuery {
  readonly values: Readonly<Record<string, string>>;
  /** Faults of the query string by parameter. Each of these parameters also has a value. */
  readonly faults: Readonly<Record<string, string>>;
}

const EMPTY: ParsedQuery = { values: {}, faults: {} };

/**
 * Parses a query string. A parameter may appear only once, since two values would be ambiguous. A name that is not
 * valid percent-encoding or contains U+0000 stays as written.
 *
 * @returns values in an object without a prototype, so that no name can reach one.
 */
export function parseQuery(search: string): ParsedQuery {
  if (search === '') return EMPTY;
  const values = bareObject();
  const faults = bareObject();
  for (const part of search.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const written = equals < 0 ? part : part.slice(0, equals);
    const name = nameOf(written);
    const value = equals < 0 ? '' : unescape(part.slice(equals + 1));
    if (value === null) faults[name] = 'Is not valid percent-encoding.';
    else if (name in values) faults[name] = 'Must be given only once.';
    values[name] ??= value ?? '';
  }
  return { values, faults };
}

function bareObject(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}

function nameOf(written: string): string {
  const name = unescape(written);
  return name === null || name.includes('\0') ? written : name;
}

function unescape(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
