import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { EngineMemory } from '../engine/patterns/compiled-patterns.ts';

// The service has some 130 MB with nothing to do, its pod 640 MiB, and two processes are beside it.
const GROWTH_BYTES_MAX = 96 * 1024 * 1024;
// Collecting holds up all others for some 50 ms. Until then checks go to the processes for them.
const COLLECT_EVERY_MS = 10_000;
// Of a whole process for costly checks, of which some 70 MB are there before the first check.
const PROCESS_BYTES_MAX = 128 * 1024 * 1024;

export interface MemoryReading {
  /** Bytes that are taken at this moment. */
  readonly readBytes: () => number;
  /** How many may be taken; they count as many more where patterns turn out not to be the reason. */
  readonly bytesMax: number;
  /** Frees what nobody refers to any more. */
  readonly collect: () => void;
  readonly collectEveryMs: number;
  readonly readMs: () => number;
}

/**
 * Tells by what a process takes whether patterns have grown by too much. What is there after all of them
 * were let go of is not theirs: a heap that was large once keeps its pages. So much may be there from
 * then on, and half of the room is for patterns at the least.
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
 * For a process that serves others: what is there of memory that V8 knows nothing of may grow by so
 * much. It counts from now on, before patterns have taken any.
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

/** V8's own collection: patterns are small to it, and so it would take its time. */
function exposeGc(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

function readMs(): number {
  return performance.now();
}
