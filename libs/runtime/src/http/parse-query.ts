export interface ParsedQuery {
  readonly values: Readonly<Record<string, string>>;
  /** What is wrong with the query itself, by parameter. */
  readonly faults: Readonly<Record<string, string>>;
}

const EMPTY: ParsedQuery = { values: {}, faults: {} };

/**
 * Reads a query string. A parameter may be given once: which of two is meant nobody can know.
 *
 * @returns values in an object without a prototype, so that no name reaches into one.
 */
export function parseQuery(search: string): ParsedQuery {
  if (search === '') return EMPTY;
  const values = bareObject();
  const faults = bareObject();
  for (const part of search.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = unescape(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? '' : unescape(part.slice(equals + 1));
    if (name === null) faults['query'] = 'Has a name that is not valid percent-encoding.';
    else if (value === null) faults[name] = 'Is not valid percent-encoding.';
    else if (name in values) faults[name] = 'Must be given only once.';
    else values[name] = value;
  }
  return { values, faults };
}

function bareObject(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}

function unescape(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
