// A string, and the colon that makes it a key.
const STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/gs;

/** Whether an object of a JSON text has a key twice: parsed it says the last alone, and others may go by the first. */
export function repeatsKeys(json: string): boolean {
  let written = 0;
  for (const [, colon] of json.matchAll(STRINGS)) if (colon) written += 1;
  // What is parsed stands in an object too.
  let kept = -1;
  JSON.parse(json, function (this: unknown, _key, value: unknown) {
    if (!Array.isArray(this)) kept += 1;
    return value;
  });
  return written !== kept;
}
