import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { afterAll, expect, test } from '@jest/globals';

import type { Progress } from './measure.ts';
import { READERS } from './readers.ts';

// No shape takes more than a second. After this time it counts as endless.
const STUCK_AFTER_MS = 60_000;

// Parallel threads of the garbage collector spin while they wait on a busy machine, and this time is measured too: a
// linear function appeared to take 33 times the work.
const ONE_THREAD = ['--single-threaded-gc'];

let measuring: ChildProcess | null = null;

afterAll(() => {
  measuring?.kill('SIGKILL');
});

test.each(Object.keys(READERS))(
  '%s takes at most 32 times the work for eight times the text, whatever the text',
  async (name) => {
    expect(await measure(name)).toEqual([]);
  },
  5 * STUCK_AFTER_MS,
);

/** @returns the shapes for which the work of a function grows faster than the text. */
function measure(name: string): Promise<readonly string[]> {
  const child = (measuring ??= fork(fileURLToPath(new URL('measure.ts', import.meta.url)), {
    execArgv: [...process.execArgv, ...ONE_THREAD],
  }));
  return new Promise((resolve) => {
    let shape = '';
    let stuck: NodeJS.Timeout | undefined;
    const onProgress = (progress: Progress): void => {
      clearTimeout(stuck);
      if ('done' in progress) {
        end(progress.faults);
        return;
      }
      shape = JSON.stringify(progress.shape);
      stuck = setTimeout(() => child.kill('SIGKILL'), STUCK_AFTER_MS);
    };
    // The next function gets a new process.
    const onExit = (code: number | null): void => {
      measuring = null;
      end([`${shape}: ${code === null ? 'does not end' : 'throws'}`]);
    };
    const end = (faults: readonly string[]): void => {
      clearTimeout(stuck);
      child.off('message', onProgress).off('exit', onExit);
      resolve(faults);
    };
    child.on('message', onProgress).once('exit', onExit).send(name);
  });
}
