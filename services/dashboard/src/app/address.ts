/** A text of an address, which takes `7` for a number; undefined where there is none. */
export function readText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

// Source: the contract of the API.
const PAGE_MAX = 100_000;

/** Which page of a list; undefined for the first. */
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

/** What an address says, without what was malformed in it: an address is typed too. */
export function leaveOutUndefined<T extends object>(read: T): Found<T> {
  const found = Object.entries(read).filter(([, value]) => value !== undefined);
  return Object.fromEntries(found) as Found<T>;
}

/** Whether an address says more of a list than its page. */
export function isFiltered(search: object): boolean {
  return Object.keys(search).some((name) => name !== 'page');
}
