import { isObject } from './http.ts';
import type { JsonObject } from './types.ts';

/**
 * Applies a person's changes to the params of an action to the caller's own params.
 *
 * Only differences from the params that the service stored are applied. A text that was stored differently than it was
 * sent would be a mask, such as `[email]`. The caller's own text then stays, since the person neither saw nor changed
 * it. The service stores no masks, but for a service that does, masks must not be treated as values.
 *
 * @param own the params that the caller submitted.
 * @param stored the params that the service showed.
 * @param corrected the params after the person's changes.
 * @throws Error if a mask was moved and its value cannot be determined.
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
  /** The masks: texts that stand for other values. */
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
  // A masked key has its real name only in `own`: it can stay, but cannot be changed or removed.
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

/** Unchanged elements may have another index, because elements may have been added, removed or moved. */
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

/** The previous index of each corrected element; undefined if it cannot be determined. */
function placesOf(
  corrected: readonly unknown[],
  stored: readonly unknown[],
): (number | undefined)[] {
  const keys = corrected.map(toKey);
  const [before, after] = [placesByKey(stored.map(toKey)), placesByKey(keys)];
  const seen = new Map<string, number>();
  return keys.map((key) => {
    const rank = seen.get(key) ?? 0;
    seen.set(key, rank + 1);
    const previous = before.get(key) ?? [];
    // Among several equal elements, the removed one cannot be identified.
    return previous.length === after.get(key)?.length ? previous[rank] : undefined;
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

/** Returns the same text for equal values; see `isSame`. */
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
  throw new Error(`${mask} stands for an unknown value.`);
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isObject(value) ? Object.entries(value).flat().flatMap(textsOf) : [];
}

/** Whether two JSON values are equal, ignoring the order of keys and keys with the value undefined. */
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

/** Excludes objects such as a Map, which JSON would turn into an empty object. */
function isPlain(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const keysOf = (object: JsonObject) =>
  Object.keys(object).filter((key) => object[key] !== undefined);
