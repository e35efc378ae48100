/** The header that names what nobody understood. */
export const IGNORED_FIELDS_HEADER = 'X-Ignored-Fields';

// Proxies in front refuse answers whose headers are larger than some 8 KB in all.
const NAMES_MAX = 50;
const NAME_LENGTH_MAX = 100;

/** Writes names so that none of them can break out of the header: whatever is not plain is escaped. */
export function formatIgnoredFields(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX).map(escapeName);
  return names.length > NAMES_MAX ? `${shown.join(', ')}, ...` : shown.join(', ');
}

function escapeName(name: string): string {
  const short = name.slice(0, NAME_LENGTH_MAX);
  if (/^[\w.:@$/[\]-]+$/.test(short)) return short;
  return encodeURIComponent(Buffer.from(short, 'utf8').toString('utf8'));
}
