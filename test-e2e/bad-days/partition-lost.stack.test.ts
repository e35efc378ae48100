import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { runBadDay } from './bad-stack-day.ts';

const LOST = 'outputs.submitted-0';
// At ten a second some of each partition.
const UNREAD_MS = 5_000;
const RECOVERED_MS_MAX = 60_000;

test('a partition that comes back without its log is told of, and what review had not read is sent again', async () => {
  const name = 'a partition without its log';
  // Longer than the five minutes after which what review lacks is sent again.
  const load = { name, outputs: 4_200 };
  const result = await runBadDay(load, async ({ day, stack, dataDir }) => {
    const [kafka] = stack.kafka.nodes;
    const [review] = stack.services.review;
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
