import { expect, test } from '@jest/globals';

import { runProgram } from '../src/install/run-program.ts';

test('kills a program that takes too long and reports its output', async () => {
  const running = runProgram('/bin/sh', ['-c', 'echo waiting for Kafka; exec sleep 600'], {
    withinMs: 2_000,
  });

  await expect(running).rejects.toThrow(
    '/bin/sh was ended because it took longer than 2 s. It had said:\nwaiting for Kafka',
  );
});

test('returns the output of a program that ends in time', async () => {
  expect(await runProgram('/bin/sh', ['-c', 'echo made'], { withinMs: 60_000 })).toBe('made\n');
});

test('throws the reason of an interruption, not a timeout', async () => {
  const stopping = new AbortController();
  const running = runProgram('/bin/sh', ['-c', 'exec sleep 600'], {
    signal: stopping.signal,
    withinMs: 60_000,
  });
  stopping.abort(new Error('Interrupted'));

  await expect(running).rejects.toThrow('Interrupted');
});

test('throws the reason of an interruption after the program has closed its output', async () => {
  const stopping = new AbortController();
  const running = runProgram('/bin/sh', ['-c', 'exec >&- 2>&-; exec sleep 600'], {
    signal: stopping.signal,
  });
  setTimeout(() => stopping.abort(new Error('Interrupted')), 500);

  await expect(running).rejects.toThrow('Interrupted');
});
