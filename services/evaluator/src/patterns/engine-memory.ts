import type { EngineMemory } from './compiled-patterns.ts';

// The service has some 130 MB with nothing to do, its pod 640 MiB, and two processes are beside it.
const GROWTH_BYTES_MAX = 96 * 1024 * 1024;
// Of a whole process for costly checks, of which some 70 MB are there before the first check.
const PROCESS_BYTES_MAX = 128 * 1024 * 1024;

/**
 * For a process that serves others: what is there of memory that V8 knows nothing of may grow by so
 * much. It counts from the first look, which is before patterns have taken any.
 */
export function memoryBesideOthers(): EngineMemory {
  const atFirst = unknownToV8();
  return { isShort: () => unknownToV8() - atFirst > GROWTH_BYTES_MAX, collect: null };
}

/** For a process that does nothing else; it has to be started with `--expose-gc`. */
export function memoryOfItsOwn(): EngineMemory {
  const { gc } = globalThis;
  if (!gc) throw new Error('It has to be started with --expose-gc');
  const isShort = (): boolean => process.memoryUsage.rss() > PROCESS_BYTES_MAX;
  return { isShort, collect: () => gc() };
}

function unknownToV8(): number {
  const { rss, heapTotal, external } = process.memoryUsage();
  return rss - heapTotal - external;
}
