import { expect, test } from '@jest/globals';

import { runProgram } from '../src/install/run-program.ts';

test('a program that takes too long is ended, and what it had said is told', async () => {
  const running = runProgram('/bin/sh', ['-c', 'echo waiting for Kafka; exec sleep 600'], {
    withinMs: 2_000,
  });

  await expect(running).rejects.toThrow(
    '/bin/sh was ended because it took longer than 2 s. It had said:\nwaiting for Kafka',
  );
});

test('one that ends in its time says what it said', async () => {
  expect(await runProgram('/bin/sh', ['-c', 'echo made'], { withinMs: 60_000 })).toBe('made\n');
});

test('one that is interrupted throws the reason, and not that its time was over', async () => {
  const stopping = new AbortController();
  const running = runProgram('/bin/sh', ['-c', 'exec sleep 600'], {
    signal: stopping.signal,
    withinMs: 60_000,
  });
  stopping.abort(new Error('Interrupted'));

  await expect(running).rejects.toThrow('Interrupted');
});
