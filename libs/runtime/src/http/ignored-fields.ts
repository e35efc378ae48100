import { makeQueryReader, NoFields } from '@output-review/contracts';

import { parseQuery } from './parse-query.ts';
import type { AppContext } from './route.ts';

/** The header that lists unknown fields. */
const IGNORED_FIELDS_HEADER = 'X-Ignored-Fields';

// Proxies in front reject answers whose headers exceed some 8 KB in total.
const HEADER_LENGTH_MAX = 2_000;
const NAME_LENGTH_MAX = 100;

/**
 * Formats names so that none can break out of the header: all but plain characters are escaped. If there are too many
 * names, the rest is `...`.
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

const readNoParameters = makeQueryReader(NoFields);

/** The parameters of a request to an operation that takes none, for operations not answered by `implement`. */
export function ignoredParameters(querystring: string): readonly string[] {
  if (querystring === '') return [];
  return readNoParameters(parseQuery(querystring).values).ignored;
}

/** Lists them in the answer. */
export function nameIgnoredParameters(ctx: AppContext): void {
  nameIgnored(ctx, ignoredParameters(ctx.querystring));
}

/** Lists unknown fields and parameters in the answer. */
export function nameIgnored(ctx: AppContext, names: readonly string[]): void {
  if (names.length > 0) ctx.set(IGNORED_FIELDS_HEADER, formatIgnoredFields(names));
}

function escapeName(name: string): string {
  if (name === '') return '""';
  const short = name.slice(0, NAME_LENGTH_MAX);
  if (/^[\w.:@$/[\]-]+$/.test(short)) return short;
  // Through bytes, because half of a surrogate pair cannot be escaped.
  return encodeURIComponent(Buffer.from(short, 'utf8').toString('utf8'));
}
