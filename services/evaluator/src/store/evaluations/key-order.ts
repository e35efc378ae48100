interface Key {
  readonly workspaceId: string;
  readonly id: string;
}

/**
 * Sorted by key, each key once (the first): two consumers that write the same rows then wait for
 * each other instead of deadlocking, and no statement meets one row twice.
 */
export function inKeyOrder<T>(items: readonly T[], keyOf: (item: T) => Key): T[] {
  const byKey = new Map<string, T>();
  for (const item of items) {
    const { workspaceId, id } = keyOf(item);
    const key = `${workspaceId}/${id}`;
    if (!byKey.has(key)) byKey.set(key, item);
  }
  const keys = [...byKey.keys()].sort();
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

/** In key order, each output with its latest run only. */
export function latestRuns<T extends { readonly data: Key & { readonly run: number } }>(
  results: readonly T[],
): T[] {
  const latestFirst = results.some(({ data }) => data.run > 1)
    ? [...results].sort((a, b) => b.data.run - a.data.run)
    : results;
  return inKeyOrder(latestFirst, ({ data }) => data);
}
