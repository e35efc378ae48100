import { eventually } from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import { runIncident } from './stack-incident.ts';
import { openWrongRedis, type Wrongness } from './wrong-redis.ts';

const WAYS: readonly Wrongness[] = ['errors', 'garbage', 'silence', 'wrong lists', 'other answers'];

test('submissions are counted in PostgreSQL while another server answers in place of Redis, and none fails', async () => {
  const result = await runIncident(
    { name: 'Redis answers wrongly', outputs: 1_800 },
    async (around) => {
      const { incident, stack } = around;
      await incident.untilHealth('gateway', ({ checks }) =>
        expect(checks['rate window']).toBe('ok'),
      );
      await stack.redis.kill();
      await using wrong = await openWrongRedis(stack.redis.port);
      for (const way of WAYS) {
        wrong.answer(way);
        incident.begins(way);
        await eventually(() => expect(wrong.answered()).toBeGreaterThan(4), 60_000);
        await incident.untilHealth('gateway', ({ status, checks }) => {
          expect([status, checks['rate window']]).toEqual([
            200,
            expect.stringContaining('degraded: counted in PostgreSQL'),
          ]);
        });
        await incident.untilServed();
      }
      await incident.untilAlert('ServiceDegraded');
      await incident.untilAlert('RateWindowInFallback', 'pending');

      await wrong[Symbol.asyncDispose]();
      await stack.redis.start();
      incident.begins('Redis is back');
      await incident.untilServed();
      await incident.untilHealth('gateway', ({ checks }) =>
        expect(checks['rate window']).toBe('ok'),
      );
    },
  );

  expect(result.violations).toEqual([]);
  expect(result.clients).toMatchObject({ unanswered: 0, unavailable: 0 });
}, 900_000);
