import { isObject } from './http.ts';
import type { JsonObject } from './types.ts';

/**
 * Applies what a person changed in the params of an action to the caller's own params.
 *
 * Only what differs from what the service had stored is taken. A text that was stored otherwise than
 * it was sent would be a mask, such as `[email]`, and the caller's own one stays, since the person neither
 * saw nor changed it. The service stores no masks; of one that did they must not be taken for values.
 *
 * @param own what the caller asked with.
 * @param stored what the service showed.
 * @param corrected what the person made of that.
 * @throws Error where a mask is moved to where nobody can tell which value it stands for.
 */
export function applyCorrection(own: unknown, stored: unknown, corrected: unknown): unknown {
  const known = new Set(textsOf(own));
  return merge(own, stored, {
    corrected,
    masks: new Set(textsOf(stored).filter((text) => !known.has(text))),
  });
}

interface Correction<Value> {
  readonly corrected: Value;
  /** The texts that stand for something else. */
  readonly masks: ReadonlySet<string>;
}

function merge(own: unknown, stored: unknown, correction: Correction<unknown>): unknown {
  const { corrected, masks } = correction;
  if (isSame(stored, corrected)) return own;
  if (isObject(own) && isObject(stored) && isObject(corrected)) {
    return mergeObjects(own, stored, { corrected, masks });
  }
  if (Array.isArray(own) && Array.isArray(stored) && Array.isArray(corrected)) {
    return mergeLists(own, stored, { corrected, masks });
  }
  return unmasked(corrected, masks);
}

function mergeObjects(
  own: JsonObject,
  stored: JsonObject,
  { corrected, masks }: Correction<JsonObject>,
): JsonObject {
  // A masked key has its own name in `own` alone: it can stay, but not be changed or removed.
  const isMasked = (key: string) => Object.hasOwn(stored, key) && !Object.hasOwn(own, key);
  for (const key of Object.keys(stored).filter(isMasked)) {
    if (!Object.hasOwn(corrected, key) || !isSame(stored[key], corrected[key])) refuse(key);
  }
  const merged = Object.entries(corrected)
    .filter(([key]) => !isMasked(key))
    .map(([key, value]): [string, unknown] =>
      Object.hasOwn(stored, key)
        ? [key, merge(own[key], stored[key], { corrected: value, masks })]
        : [unmasked(key, masks), unmasked(value, masks)],
    );
  const kept = Object.entries(own).filter(([key]) => !Object.hasOwn(stored, key));
  return Object.fromEntries([...kept, ...merged]);
}

/** What was left as it was may have another place: elements may have been added, taken out or moved. */
function mergeLists(
  own: unknown[],
  stored: unknown[],
  { corrected, masks }: Correction<unknown[]>,
): unknown[] {
  const isEven = stored.length === corrected.length;
  const places = placesOf(corrected, stored);
  const taken = new Set(places);
  return corrected.map((value, at) => {
    const place = places[at];
    if (place !== undefined) return own[place];
    const isAligned = isEven && !taken.has(at);
    return isAligned
      ? merge(own[at], stored[at], { corrected: value, masks })
      : unmasked(value, masks);
  });
}

/** Where each element of the corrected list stood before; undefined where that cannot be told. */
function placesOf(
  corrected: readonly unknown[],
  stored: readonly unknown[],
): (number | undefined)[] {
  const [keys, storedKeys] = [corrected.map(toKey), stored.map(toKey)];
  const [before, after] = [placesByKey(storedKeys), placesByKey(keys)];
  const met = new Map<string, number>();
  return keys.map((key, at) => {
    const rank = met.get(key) ?? 0;
    met.set(key, rank + 1);
    const there = before.get(key) ?? [];
    // Of several that look the same, nobody can tell which one was taken out.
    if (there.length === after.get(key)?.length) return there[rank];
    return storedKeys[at] === key && stored.length === corrected.length ? at : undefined;
  });
}

function placesByKey(keys: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, key] of keys.entries()) {
    const known = places.get(key);
    if (known) known.push(at);
    else places.set(key, [at]);
  }
  return places;
}

/** The same text for values that are the same; see `isSame`. */
function toKey(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    isPlain(each)
      ? Object.fromEntries(
          keysOf(each)
            .sort()
            .map((key) => [key, each[key]]),
        )
      : each,
  );
}

function unmasked<Value>(value: Value, masks: ReadonlySet<string>): Value {
  const mask = textsOf(value).find((text) => masks.has(text));
  return mask === undefined ? value : refuse(mask);
}

function refuse(mask: string): never {
  throw new Error(`${mask} stands for a value that is not known here.`);
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isObject(value) ? Object.entries(value).flat().flatMap(textsOf) : [];
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
