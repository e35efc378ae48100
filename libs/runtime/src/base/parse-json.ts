/** JSON has no undefined, so it can stand for "not JSON". */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
