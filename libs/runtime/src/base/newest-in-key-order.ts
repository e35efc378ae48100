/**
 * Returns the item with the highest version for each key (the first of equal ones), sorted by key. A statement may
 * touch each row only once, and consumers that lock rows in the same order cannot deadlock.
 */
export function newestInKeyOrder<T extends { readonly version: number }>(
  items: readonly T[],
  keyOf: (item: T) => string,
): T[] {
  const newest = new Map<string, T>();
  for (const item of items) {
    const key = keyOf(item);
    const held = newest.get(key);
    if (!held || held.version < item.version) newest.set(key, item);
  }
  return [...newest.keys()].sort().flatMap((key) => newest.get(key) ?? []);
}
