// A string, and the colon that follows if it is a key.
const STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/gs;

/** Whether any object of a JSON text repeats a key. JSON.parse keeps the last value; others may use the first. */
export function repeatsKeys(json: string): boolean {
  let written = 0;
  for (const [, colon] of json.matchAll(STRINGS)) if (colon) written += 1;
  // The reviver also visits the root, which is wrapped in an object.
  let kept = -1;
  JSON.parse(json, function (this: unknown, _key, value: unknown) {
    if (!Array.isArray(this)) kept += 1;
    return value;
  });
  return written !== kept;
}
