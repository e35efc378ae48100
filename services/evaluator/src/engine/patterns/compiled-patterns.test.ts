import { expect, test } from '@jest/globals';

import { NoMemoryHere } from '../tools.ts';
import { type Compiled, CompiledPatterns, type EngineMemory } from './compiled-patterns.ts';

// The number that may always exist.
const FEW = 12;
const LONG_TEXT = 1_000_000;

let made = 0;

test('allows only a few at once if memory is short and the thread must not be blocked', () => {
  const patterns = new CompiledPatterns({ isShort: () => true, collect: () => false });
  for (let n = 0; n < FEW; n += 1) patterns.toLookAt(`${n}`, LONG_TEXT, compile);

  expect(() => patterns.toLookAt('another', LONG_TEXT, compile)).toThrow(NoMemoryHere);
  expect(() => patterns.of('0', compile)).toThrow(NoMemoryHere);
});

test('frees all of them if nothing else needs the thread, and compiles them again when needed', () => {
  let freed = 0;
  const patterns = new CompiledPatterns({
    isShort: () => true,
    collect: () => {
      freed += 1;
      return true;
    },
  });
  const first = patterns.toLookAt('0', LONG_TEXT, compile);
  expect(patterns.toLookAt('0', LONG_TEXT, compile)).toBe(first);

  for (let n = 1; n < 3 * FEW; n += 1) patterns.toLookAt(`${n}`, LONG_TEXT, compile);

  expect(freed).toBeGreaterThan(0);
  expect(freed).toBeLessThan(FEW);
  expect(patterns.toLookAt('0', LONG_TEXT, compile)).not.toBe(first);
});

test('keeps as many as fit if there is enough memory', () => {
  const patterns = new CompiledPatterns(ample());
  const all = Array.from({ length: 100 }, (_, n) => patterns.toLookAt(`${n}`, 9, compile));

  expect(all.map((_, n) => patterns.toLookAt(`${n}`, LONG_TEXT, compile))).toEqual(all);
});

test('does not check memory for every short text', () => {
  let looks = 0;
  const memory = { ...ample(), isShort: () => (looks += 1) === 0 };
  const patterns = new CompiledPatterns(memory);

  for (let n = 0; n < 1_000; n += 1) patterns.toLookAt(`${n % 20}`, 100, compile);

  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThan(20);
});

function compile(): Compiled<{ readonly made: number }> {
  made += 1;
  return { engine: { made }, instructions: 100, bytes: 1_000 };
}

function ample(): EngineMemory {
  return { isShort: () => false, collect: () => true };
}
