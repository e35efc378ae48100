import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { expect, jest, test } from '@jest/globals';

import type { MemoryTaken } from '../../test/hostile-patterns-memory.ts';

// Hundreds of patterns, each with as many states as its text has characters.
jest.setTimeout(240_000);

const MB = 1024 * 1024;
// Memory that V8 does not know about, in the process that serves requests: 96 MB, plus growth between two checks of it
// and other memory.
const GROWTH_BYTES_MAX = 144 * MB;
// A whole process for costly checks, which here also contains the compiler of its sources.
const PROCESS_BYTES_MAX = 288 * MB;

test('keeps hundreds of patterns with automata of megabytes within the memory limit', async () => {
  const measuring = fork(
    fileURLToPath(new URL('../../test/hostile-patterns-memory.ts', import.meta.url)),
  );
  const failed = once(measuring, 'exit').then(([code]) =>
    Promise.reject(new Error(`It ended with ${code}`)),
  );

  const [taken] = (await Promise.race([once(measuring, 'message'), failed])) as [MemoryTaken];

  expect(taken.growth).toBeLessThan(GROWTH_BYTES_MAX);
  expect(taken.process).toBeGreaterThan(0);
  expect(taken.process).toBeLessThan(PROCESS_BYTES_MAX);
  expect(taken.ended).toEqual(['done']);
});
