/** Parses JSON. Returns undefined for invalid JSON, since no JSON value is undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
