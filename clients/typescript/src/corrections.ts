import { isObject } from './http.ts';
import type { JsonObject } from './types.ts';

/**
 * Applies what a person changed in the params of an action to the caller's own params.
 *
 * Only what differs from what the service had stored is taken: where it had masked a value, the
 * caller's own one stays, since the person neither saw nor changed it.
 *
 * @param own what the caller asked with.
 * @param stored what the service showed.
 * @param corrected what the person made of that.
 */
export function applyCorrection(own: unknown, stored: unknown, corrected: unknown): unknown {
  if (isSame(stored, corrected)) return own;
  if (isObject(own) && isObject(stored) && isObject(corrected)) {
    return Object.fromEntries(
      Object.entries(corrected).map(([key, value]) => {
        const isNew = !Object.hasOwn(stored, key);
        return [key, isNew ? value : applyCorrection(own[key], stored[key], value)];
      }),
    );
  }
  if (Array.isArray(own) && Array.isArray(stored) && Array.isArray(corrected)) {
    return correctList(own, stored, corrected);
  }
  return corrected;
}

/** What was left as it was may have another place: elements may have been added, taken out or moved. */
function correctList(own: unknown[], stored: unknown[], corrected: unknown[]): unknown[] {
  const places = corrected.map((value, at) => (isSame(stored[at], value) ? at : -1));
  const taken = new Set(places);
  return corrected.map((value, at) => {
    let place = places[at] ?? -1;
    if (place < 0) {
      place = stored.findIndex((other, index) => !taken.has(index) && isSame(other, value));
      taken.add(place);
    }
    if (place >= 0) return own[place];
    const isAligned = stored.length === corrected.length && !taken.has(at);
    return isAligned ? applyCorrection(own[at], stored[at], value) : value;
  });
}

/** Whether two JSON values are the same; the order of keys means nothing, and a key without a value is none. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, at) => isSame(value, other[at]));
  }
  if (!isPlain(one) || !isPlain(other)) return false;
  const keys = keysOf(one);
  return (
    keys.length === keysOf(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

/** Not a Map, say, which JSON makes an empty object of. */
function isPlain(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const keysOf = (object: JsonObject) =>
  Object.keys(object).filter((key) => object[key] !== undefined);
