// A string, and the colon that follows if it is a key.
const STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/gs;

/**
 * Whether any object of a JSON text repeats a key. JSON.parse keeps the last value; others may use the first.
 *
 * @param value the parsed text.
 */
export function repeatsKeys(json: string, value: unknown): boolean {
  let written = 0;
  for (const [, colon] of json.matchAll(STRINGS)) if (colon) written += 1;
  return written !== countKeys(value);
}

/** Without recursion, because a text may be nested half a million levels deep. */
function countKeys(root: unknown): number {
  let count = 0;
  const left = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    const inner: unknown[] = Object.values(value);
    if (!Array.isArray(value)) count += inner.length;
    for (const each of inner) if (typeof each === 'object') left.push(each);
  }
  return count;
}
