import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { EngineMemory } from '../engine/patterns/compiled-patterns.ts';

// The idle service takes about 130 MB, its pod has 640 MiB, and two processes run beside it.
const GROWTH_BYTES_MAX = 96 * 1024 * 1024;
// A collection blocks all other work for about 50 ms. Until the next one, checks are deferred to the processes.
const COLLECT_EVERY_MS = 10_000;
// For a whole process for costly checks, which uses about 70 MB before the first check.
const PROCESS_BYTES_MAX = 128 * 1024 * 1024;

export interface MemoryReading {
  /** Bytes in use now. */
  readonly readBytes: () => number;
  /** Upper bound of bytes in use. It is raised if it turns out that patterns are not the cause. */
  readonly bytesMax: number;
  /** Frees unreferenced objects. */
  readonly collect: () => void;
  readonly collectEveryMs: number;
  readonly readMs: () => number;
}

/**
 * Decides by the memory of a process whether patterns have grown too much. Memory still in use after all of them were
 * freed belongs to something else: a heap that was once large keeps its pages. The limit is then raised to allow for
 * it, so that at least half of the room is for patterns.
 */
export function makeEngineMemory(reading: MemoryReading): EngineMemory {
  const { readBytes, collect, collectEveryMs, readMs } = reading;
  const atFirst = readBytes();
  const room = reading.bytesMax - atFirst;
  let bytesMax = reading.bytesMax;
  let collectedMs = -Infinity;
  return {
    isShort: () => readBytes() > bytesMax,
    collect: () => {
      if (readMs() - collectedMs < collectEveryMs) return false;
      collect();
      collectedMs = readMs();
      bytesMax = Math.max(reading.bytesMax, readBytes() + Math.max(0, room) / 2);
      return true;
    },
  };
}

/**
 * For a process that serves requests: limits the growth of memory that V8 does not know about, counted from this call,
 * before patterns have taken any.
 */
export function memoryBesideOthers(): EngineMemory {
  return makeEngineMemory({
    readBytes: unknownToV8,
    bytesMax: unknownToV8() + GROWTH_BYTES_MAX,
    collect: exposeGc(),
    collectEveryMs: COLLECT_EVERY_MS,
    readMs,
  });
}

/** For a process that does nothing else. */
export function memoryOfItsOwn(): EngineMemory {
  return makeEngineMemory({
    readBytes: () => process.memoryUsage.rss(),
    bytesMax: PROCESS_BYTES_MAX,
    collect: exposeGc(),
    collectEveryMs: 0,
    readMs,
  });
}

function unknownToV8(): number {
  const { rss, heapTotal, external } = process.memoryUsage();
  return rss - heapTotal - external;
}

/** V8's own garbage collection. To V8 patterns look small, so it would collect them late. */
function exposeGc(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

function readMs(): number {
  return performance.now();
}
