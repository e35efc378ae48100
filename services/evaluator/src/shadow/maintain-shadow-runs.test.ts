import { expect, test } from '@jest/globals';

import { skipTimers } from '../../test/skip-timers.ts';
import type { Context } from '../context.ts';
import { maintainShadowRuns } from './shadow.ts';

test('rests for longer, the more runs it looks at that still wait for their result', async () => {
  const rests: number[] = [];
  const timers = skipTimers((ms) => rests.push(ms));
  const queues = [0, 10, 100_000];
  const query = async () => ({ rows: [{ ready: 0, early: queues.shift() }] });

  const ctx = { db: { query } } as unknown as Context;
  while (queues.length > 0) await maintainShadowRuns.run(ctx, new AbortController().signal);
  timers.mockRestore();

  expect(rests).toEqual([0, 1, 10_000]);
});
