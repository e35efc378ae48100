import { join } from 'node:path';

import { eventually } from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import { makeClient } from '../harness/client.ts';
import { submit, uniqueName } from '../harness/outputs.ts';
import { runIncident } from './stack-incident.ts';
import { moveToSmallDisk } from './small-disk.ts';

const DISK_MEGABYTES = 400;
// Time for Kafka to restart and for its consumer groups to rebalance.
const RECOVERED_MS_MAX = 60_000;

test('a full disk of Kafka delays events, but not callers, and loses nothing', async () => {
  const result = await runIncident({ name: 'Kafka full', outputs: 1_500 }, async (around) => {
    const { incident, stack, dataDir, closers } = around;
    const [kafka] = stack.kafka.nodes;
    await kafka!.stop();
    const disk = await moveToSmallDisk(join(dataDir, 'data', kafka!.name), DISK_MEGABYTES);
    closers.add('disk', () => disk.remove());
    await kafka!.start();
    await incident.untilServed();

    await disk.fill();
    incident.begins('full');
    // A broker with no writable log directory exits.
    await eventually(() => expect(kafka!.isRunning).toBe(false), 60_000);
    await incident.untilHealth('evaluator', ({ status, checks }) => {
      expect([status, checks['kafka']]).toEqual([200, expect.stringContaining('degraded: ')]);
    });
    await incident.untilAlert('ServiceDegraded');
    const caller = makeClient(stack.url, { authorization: `Bearer ${stack.token}` });
    await submit(caller, { project: uniqueName('Full'), output: 'a' });

    await disk.free();
    await kafka!.start();
    incident.begins('restarted');
    await incident.untilServed(RECOVERED_MS_MAX);
  });

  expect(result.violations).toEqual([]);
  expect(result.clients.unavailable).toBe(0);
}, 900_000);
