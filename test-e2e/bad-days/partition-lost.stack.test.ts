import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { type Client, makeClient } from '../harness/client.ts';
import { submit, uniqueName } from '../harness/outputs.ts';
import { runBadDay } from './bad-stack-day.ts';

const LOST = 'outputs.submitted-0';
// More of each partition than come while Kafka is away: a log that has grown beyond where the old one ended
// looks as if nothing had happened.
const OUTPUTS_BEFORE = 2_000;
// At ten a second some of each partition.
const UNREAD_MS = 5_000;
const CALLERS = 40;
const RECOVERED_MS_MAX = 60_000;

test('a partition that comes back without its log is told of, and what review had not read is sent again', async () => {
  const name = 'a partition without its log';
  // Longer than the five minutes after which what review lacks is sent again.
  const load = { name, outputs: 4_200 };
  const result = await runBadDay(load, async ({ day, stack, dataDir }) => {
    const [kafka] = stack.kafka.nodes;
    const [review] = stack.services.review;
    await submitMany(makeClient(stack.url, { authorization: `Bearer ${stack.token}` }));
    const logs = join(dataDir, 'data', kafka!.name, 'log');
    await review!.kill();
    await delay(UNREAD_MS);
    day.begins('lost');
    await kafka!.kill();
    expect(await readdir(logs)).toContain(LOST);
    await rm(join(logs, LOST), { recursive: true });
    await kafka!.start();
    await review!.start();
    day.begins('started again');
    await day.untilServed(RECOVERED_MS_MAX);
    await day.untilAlert('TopicLogLost');
  });

  expect(result.violations).toEqual([]);
}, 900_000);

async function submitMany(caller: Client): Promise<void> {
  const project = uniqueName('Before');
  for (let n = 0; n < OUTPUTS_BEFORE; n += CALLERS) {
    const calls = Array.from({ length: CALLERS }, () => submit(caller, { project, output: 'a' }));
    await Promise.all(calls);
  }
}
