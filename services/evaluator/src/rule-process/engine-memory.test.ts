import { beforeEach, expect, test } from '@jest/globals';

import { makeEngineMemory, memoryBesideOthers, type MemoryReading } from './engine-memory.ts';

let bytes: number;
let freed: number;
let nowMs: number;

beforeEach(() => {
  bytes = 100;
  freed = 0;
  nowMs = 0;
});

/** Room for 40 more. Collecting frees as much as the test says. */
const reading: MemoryReading = {
  readBytes: () => bytes,
  bytesMax: 140,
  collect: () => {
    bytes -= freed;
  },
  collectEveryMs: 10_000,
  readMs: () => nowMs,
};

test('reports memory as short above the limit, and no longer once patterns are freed', () => {
  const memory = makeEngineMemory(reading);
  bytes = 141;
  freed = 41;

  expect(memory.isShort()).toBe(true);
  expect(memory.collect()).toBe(true);
  expect(memory.isShort()).toBe(false);
  bytes = 141;
  expect(memory.isShort()).toBe(true);
});

test('raises the limit if other memory grows, so that checks are not deferred forever', () => {
  const memory = makeEngineMemory(reading);
  bytes = 300;

  memory.collect();

  expect(memory.isShort()).toBe(false);
  bytes = 320;
  expect(memory.isShort()).toBe(false);
  bytes = 321;
  expect(memory.isShort()).toBe(true);
});

test('collects garbage, which blocks other work, only once per interval', () => {
  const memory = makeEngineMemory(reading);
  bytes = 141;

  expect(memory.collect()).toBe(true);
  nowMs = 9_999;
  expect(memory.collect()).toBe(false);
  nowMs = 10_000;
  expect(memory.collect()).toBe(true);
});

test('can collect garbage without a Node flag', () => {
  const memory = memoryBesideOthers();

  expect(memory.isShort()).toBe(false);
  expect(memory.collect()).toBe(true);
  expect(memory.collect()).toBe(false);
});
