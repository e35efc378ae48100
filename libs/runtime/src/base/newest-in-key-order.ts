/**
 * Of each key the item with the highest version, the first of equal ones, in the order of the keys: a statement
 * may touch a row once only, and two consumers that touch rows in one order cannot wait for each other.
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
