/** Reads a text search param. The router parses `7` as a number. Undefined if there is none. */
export function readText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

// Source: the API contract.
const PAGE_MAX = 100_000;

/** The page of a list; undefined for the first. */
export function readPage(value: unknown): number | undefined {
  const isPage = Number.isSafeInteger(value) && Number(value) > 1 && Number(value) <= PAGE_MAX;
  return isPage ? Number(value) : undefined;
}

export function readOneOf<const T extends string>(
  members: readonly T[],
  value: unknown,
): T | undefined {
  return members.find((member) => member === value);
}

type Found<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Drops malformed search params, since users can edit the URL. */
export function leaveOutUndefined<T extends object>(read: T): Found<T> {
  const found = Object.entries(read).filter(([, value]) => value !== undefined);
  return Object.fromEntries(found) as Found<T>;
}

/** Whether the URL has filters besides the page. */
export function isFiltered(search: object): boolean {
  return Object.keys(search).some((name) => name !== 'page');
}
