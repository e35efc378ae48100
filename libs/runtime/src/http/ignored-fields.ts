/** The header that names what nobody understood. */
export const IGNORED_FIELDS_HEADER = 'X-Ignored-Fields';

// Proxies in front refuse answers whose headers are larger than some 8 KB in all.
const HEADER_LENGTH_MAX = 2_000;
const NAME_LENGTH_MAX = 100;

/**
 * Writes names so that none of them can break out of the header: whatever is not plain is escaped.
 * Where there are too many, the rest is `...`.
 */
export function formatIgnoredFields(names: readonly string[]): string {
  let header = '';
  for (const name of names) {
    const next = header === '' ? escapeName(name) : `${header}, ${escapeName(name)}`;
    if (next.length > HEADER_LENGTH_MAX) return `${header}, ...`;
    header = next;
  }
  return header;
}

function escapeName(name: string): string {
  if (name === '') return '""';
  const short = name.slice(0, NAME_LENGTH_MAX);
  if (/^[\w.:@$/[\]-]+$/.test(short)) return short;
  // By way of bytes: half of a surrogate pair cannot be escaped.
  return encodeURIComponent(Buffer.from(short, 'utf8').toString('utf8'));
}
