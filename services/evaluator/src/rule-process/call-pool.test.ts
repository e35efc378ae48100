import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { CallPool } from './call-pool.ts';

const { signal: NEVER } = new AbortController();
setMaxListeners(0, NEVER);

/** Calls that end when told to, in the order in which they started. */
function makeCalls(pool: CallPool) {
  const begun: string[] = [];
  const endings: (() => void)[] = [];
  const call = (workspaceId: string, name = workspaceId, signal: AbortSignal = NEVER) =>
    pool.run(workspaceId, signal, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => endings.push(resolve));
    });
  const endFirst = async (): Promise<void> => {
    endings.shift()?.();
    await nextTurn();
  };
  return { begun, call, endFirst };
}

test('runs at most the allowed number of calls at a time', async () => {
  const { begun, call, endFirst } = makeCalls(new CallPool({ callsMax: 2 }));
  const all = ['a', 'b', 'c'].map((name) => call('w', name));

  await nextTurn();
  expect(begun).toEqual(['a', 'b']);
  await endFirst();
  expect(begun).toEqual(['a', 'b', 'c']);
  await endFirst();
  await endFirst();
  await Promise.all(all);
});

test('delays another workspace by one call only, even if one has a thousand', async () => {
  const { begun, call, endFirst } = makeCalls(new CallPool({ callsMax: 1 }));
  for (let index = 0; index < 1_000; index += 1) void call('busy');
  void call('other', 'first of other');
  void call('other', 'second of other');
  await nextTurn();

  await endFirst();
  await endFirst();
  await endFirst();
  await endFirst();

  expect(begun).toEqual(['busy', 'first of other', 'busy', 'second of other', 'busy']);
});

test('gives a free slot to the workspace with the fewest running calls', async () => {
  const { begun, call, endFirst } = makeCalls(new CallPool({ callsMax: 3 }));
  for (const workspaceId of ['a', 'b', 'a', 'a', 'b', 'c']) void call(workspaceId);
  await nextTurn();

  await endFirst();
  await endFirst();
  await endFirst();

  expect(begun).toEqual(['a', 'b', 'a', 'c', 'b', 'a']);
});

test('gives no slot to a call that is cancelled while it waits', async () => {
  const { begun, call, endFirst } = makeCalls(new CallPool({ callsMax: 1 }));
  const giveUp = new AbortController();
  void call('w', 'a');
  const given = call('w', 'b', giveUp.signal);
  void call('w', 'c');
  await nextTurn();

  giveUp.abort(new Error('Too late'));

  await expect(given).rejects.toThrow('Too late');
  await endFirst();
  expect(begun).toEqual(['a', 'c']);
});

test('frees the slot of a call that fails', async () => {
  const pool = new CallPool({ callsMax: 1 });
  const failing = pool.run('w', NEVER, () => Promise.reject(new Error('down')));

  await expect(failing).rejects.toThrow('down');
  await expect(pool.run('w', NEVER, async () => 'next')).resolves.toBe('next');
});
