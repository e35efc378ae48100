import { findFaketime } from '@output-review/native';
import { expect, test } from '@jest/globals';

import { makeClient, signIn } from '../harness/client.ts';
import { search, submit, uniqueName } from '../harness/outputs.ts';
import { runIncident } from './stack-incident.ts';

// One minute more than the hour by which Kafka accepts timestamps in the future.
const OFF = '61m';
const DIFFERENCE_MS_MAX = 60_000;

test('clocks that are off by an hour in either direction change no response and no timestamp', async () => {
  const library = await findFaketime();
  const clockOf = (FAKETIME: string) => ({
    ...{ LD_PRELOAD: library, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  });
  // The gateway calls review and evaluator with assertions for its callers, so these two are set two hours apart from
  // it.
  const envOf = {
    gateway: clockOf(`+${OFF}`),
    media: clockOf(`+${OFF}`),
    review: clockOf(`-${OFF}`),
    evaluator: clockOf(`-${OFF}`),
  };
  const name = 'clocks an hour off';
  const result = await runIncident(
    { name, outputs: 600, stack: { envOf } },
    async ({ incident, stack }) => {
      incident.begins('with wrong clocks');
      await incident.untilAlert('ClocksApart');
      await incident.untilServed();

      const caller = makeClient(stack.url, { authorization: `Bearer ${stack.token}` });
      const project = uniqueName('Clocks');
      const { id } = await submit(caller, { project, output: 'a', sync: true });
      const { executions } = await search(caller, { project, fields: 'id,timestamp' });
      const [found] = executions as { id: string; timestamp: string }[];
      expect(found?.id).toBe(id);
      expect(Math.abs(Date.parse(found?.timestamp ?? '') - Date.now())).toBeLessThan(
        DIFFERENCE_MS_MAX,
      );
      const person = await signIn(stack.url, stack.email, stack.password);
      expect((await person.get('/api/rules')).status).toBe(200);
      expect((await person.get('/api/instructions')).status).not.toBe(401);
    },
  );

  expect(result.violations).toEqual([]);
  expect(result.decided).toBeGreaterThan(0);
}, 900_000);
