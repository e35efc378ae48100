import { expect, test } from '@jest/globals';

import { isSameJson } from './json.ts';

const MANY = 10_000;

test.each<[string, unknown, unknown]>([
  ['a list of another length', [], Array.from({ length: MANY }, () => ({}))],
  ['a list instead of an object', {}, Array.from({ length: MANY }, () => ({}))],
  ['a list that differs at once', Array(MANY).fill(1), Array(MANY).fill(2)],
  ['an object without the field', { a: 1 }, large('b')],
  ['an object with another value in the field', { b0: 1 }, large('b')],
])('reads %s only until it finds the difference', (_, wanted, value) => {
  const { seen, reads } = watched(value);

  expect(isSameJson(wanted, seen)).toBe(false);

  expect(reads()).toBeLessThan(10);
});

test.each<[string, unknown, number]>([
  ['list', Array.from({ length: MANY }, (_, index) => index), 3],
  ['object', large('a'), 5],
])('reads each member of a %s a few times', (_, value, timesMax) => {
  const { seen, reads } = watched(value);

  expect(isSameJson(value, seen)).toBe(true);

  expect(reads()).toBeLessThanOrEqual(timesMax * MANY);
});

function large(name: string): Readonly<Record<string, number>> {
  return Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`${name}${index}`, 0]));
}

/** The value, with a count of property accesses. */
function watched(value: unknown): { readonly seen: unknown; readonly reads: () => number } {
  let count = 0;
  const seen = new Proxy(value as object, {
    get: (target, name) => {
      count += 1;
      return Reflect.get(target, name) as unknown;
    },
    getOwnPropertyDescriptor: (target, name) => {
      count += 1;
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    ownKeys: (target) => {
      const names = Reflect.ownKeys(target);
      count += names.length;
      return names;
    },
  });
  return { seen, reads: () => count };
}
