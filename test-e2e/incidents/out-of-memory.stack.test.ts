import { setTimeout as delay } from 'node:timers/promises';

import type { Replica } from '@output-review/native';
import { eventually } from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import { makeClient } from '../harness/client.ts';
import { uniqueName } from '../harness/outputs.ts';
import { findLost } from '../harness/steady-load.ts';
import { type StackIncident, runIncident } from './stack-incident.ts';

// Enough for the load, but not for many large outputs at once.
const HEAP_MEGABYTES = 56;
const WAVE = 30;
const PAUSE_MS = 3_000;
const LARGE = 'large '.repeat(150_000);
// Between two deaths the gateway starts again, which takes half a minute on a busy machine.
const DEATHS_MS_MAX = 120_000;
const RECOVERED_MS_MAX = 60_000;

test('a gateway that repeatedly runs out of memory loses nothing and recovers after the burst', async () => {
  const stack = {
    envOf: {
      gateway: { NODE_OPTIONS: `--max-semi-space-size=1 --max-old-space-size=${HEAP_MEGABYTES}` },
    },
  };
  const name = 'gateway out of memory';
  const result = await runIncident({ name, outputs: 1_500, stack }, async (around) => {
    const { incident, stack: running } = around;
    const gateway = running.services.gateway[0]!;
    const supervisor = supervise(gateway);
    const bursts = startBursts(around);
    try {
      incident.begins('bursts');
      await eventually(() => expect(supervisor.deaths()).toBeGreaterThanOrEqual(2), DEATHS_MS_MAX);
      incident.begins('restarted twice');
      await incident.untilAlert('ServiceRestarting');
      const accepted = await bursts.stop();
      incident.begins('bursts over');
      await incident.untilServed(RECOVERED_MS_MAX);

      const client = makeClient(running.url, { authorization: `Bearer ${running.token}` });
      await eventually(async () => {
        expect(await findLost(client, { project: bursts.project, accepted })).toEqual([]);
      }, RECOVERED_MS_MAX);
      process.stdout.write(
        `${supervisor.deaths()} deaths, ${accepted.length} large ones accepted\n`,
      );
    } finally {
      await bursts.stop();
      await supervisor.stop();
    }
  });

  expect(result.violations).toEqual([]);
}, 900_000);

/** Restarts the process whenever it exits, like Docker and Kubernetes. */
function supervise(replica: Replica) {
  let [deaths, isOver] = [0, false];
  const watching = (async () => {
    while (!isOver) {
      if (!replica.isRunning) {
        deaths += 1;
        await replica.launch();
      }
      await delay(100);
    }
  })();
  return {
    deaths: () => deaths,
    stop: async () => {
      isOver = true;
      await watching;
    },
  };
}

/** Submits bursts of large outputs until stopped. */
function startBursts({ stack }: StackIncident) {
  const project = uniqueName('Rush');
  const client = makeClient(stack.url, { authorization: `Bearer ${stack.token}` });
  const accepted: string[] = [];
  let isOver = false;
  const submitLarge = async (id: string): Promise<void> => {
    const answer = await client.post('/api/logs', { id, project, output: LARGE }).catch(() => null);
    if (answer?.status === 202) accepted.push(id);
  };
  const rushing = (async () => {
    for (let wave = 0; !isOver; wave += 1) {
      const ids = Array.from({ length: WAVE }, (_, n) =>
        `${project}-${wave}-${n}`.replaceAll(' ', '-'),
      );
      await Promise.all(ids.map(submitLarge));
      await delay(PAUSE_MS);
    }
  })();
  return {
    project,
    /** @returns the IDs accepted. */
    stop: async (): Promise<readonly string[]> => {
      isOver = true;
      await rushing;
      return accepted;
    },
  };
}
