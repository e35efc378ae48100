import { configure } from 'safe-stable-stringify';

const stringify = configure({ deterministic: true, strict: true });

/**
 * JSON text that is the same for equal values, whatever the order of their keys: keys sorted by
 * UTF-16 code unit, no blanks, members that are undefined left out.
 *
 * @throws Error for what JSON cannot say: a cycle, a function, NaN, undefined as the value itself.
 */
export function canonicalJson(value: unknown): string {
  const text = stringify(value);
  if (text === undefined) throw new Error('This value has no JSON form');
  return text;
}
