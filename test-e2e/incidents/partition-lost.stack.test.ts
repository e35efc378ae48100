import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { type Client, makeClient } from '../harness/client.ts';
import { submit, uniqueName } from '../harness/outputs.ts';
import { runIncident } from './stack-incident.ts';

const LOST = 'outputs.submitted-0';
// More per partition than arrive while Kafka is down. A log that grows beyond the end of the old one would hide the
// loss.
const OUTPUTS_BEFORE = 2_000;
// At ten a second, enough for some messages in each partition.
const UNREAD_MS = 5_000;
const CALLERS = 40;
const RECOVERED_MS_MAX = 60_000;

test("the loss of a partition's log raises an alert, and events that review had not read are sent again", async () => {
  const name = 'a partition without its log';
  // Longer than the five minutes after which events missing in review are sent again.
  const load = { name, outputs: 4_200 };
  const result = await runIncident(load, async ({ incident, stack, dataDir }) => {
    const [kafka] = stack.kafka.nodes;
    const [review] = stack.services.review;
    await submitMany(makeClient(stack.url, { authorization: `Bearer ${stack.token}` }));
    const logs = join(dataDir, 'data', kafka!.name, 'log');
    await review!.kill();
    await delay(UNREAD_MS);
    incident.begins('lost');
    await kafka!.kill();
    expect(await readdir(logs)).toContain(LOST);
    await rm(join(logs, LOST), { recursive: true });
    await kafka!.start();
    await review!.start();
    incident.begins('restarted');
    await incident.untilServed(RECOVERED_MS_MAX);
    await incident.untilAlert('TopicLogLost');
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
