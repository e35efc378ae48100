import { eventually } from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import { runBadDay } from './bad-stack-day.ts';
import { openWrongRedis, type Wrongness } from './wrong-redis.ts';

const WAYS: readonly Wrongness[] = ['errors', 'garbage', 'silence', 'wrong lists', 'other answers'];

test('submissions are counted in PostgreSQL while another server answers in place of Redis, and none fails', async () => {
  const result = await runBadDay(
    { name: 'Redis answers wrongly', outputs: 1_800 },
    async (around) => {
      const { day, stack } = around;
      await day.untilHealth('gateway', ({ checks }) => expect(checks['rate window']).toBe('ok'));
      await stack.redis.kill();
      await using wrong = await openWrongRedis(stack.redis.port);
      for (const way of WAYS) {
        wrong.answer(way);
        day.begins(way);
        await eventually(() => expect(wrong.answered()).toBeGreaterThan(4), 60_000);
        await day.untilHealth('gateway', ({ status, checks }) => {
          expect([status, checks['rate window']]).toEqual([
            200,
            expect.stringContaining('degraded: counted in PostgreSQL'),
          ]);
        });
        await day.untilServed();
      }
      await day.untilAlert('ServiceDegraded');
      await day.untilAlert('RateWindowInFallback', 'pending');

      await wrong[Symbol.asyncDispose]();
      await stack.redis.start();
      day.begins('Redis is back');
      await day.untilServed();
      await day.untilHealth('gateway', ({ checks }) => expect(checks['rate window']).toBe('ok'));
    },
  );

  expect(result.violations).toEqual([]);
  expect(result.clients).toMatchObject({ unanswered: 0, unavailable: 0 });
}, 900_000);
