// @ts-check
// For `node --input-type=module -e` in a container of the setup: Kafka can be reached only from containers, and the
// setup's admin user may read with any group. Prints `<output>#<run> <event>` for every verdict published so far, one per line.
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

import { kafkaGroup, makeLogger, readGroups, systemClock } from '@output-review/runtime';
import { KafkaBus } from '@output-review/runtime/kafka';

const LOOK_EVERY_MS = 500;
// Longer than the interval at which the bus reads the lag.
const QUIET_MS = 8_000;

const reader = `print-verdicts-${randomUUID()}`;
const { kafka } = readGroups(process.env, { kafka: kafkaGroup });
const bus = new KafkaBus({
  kafka: { ...kafka, clientId: reader },
  topics: [],
  log: makeLogger({ service: reader, level: 'warn' }),
  clock: systemClock,
});
let count = 0;
const handle = bus.subscribe({
  topic: 'outputs.evaluated',
  group: reader,
  batchMax: 1_000,
  handle: async (batch) => {
    count += batch.length;
    for (const event of batch) {
      const { id, run } = JSON.parse(event.json);
      process.stdout.write(`${id}#${run} ${event.id}\n`);
    }
  },
});
await bus.start();
let before = 0;
let quietSince = performance.now();
while (performance.now() - quietSince < QUIET_MS) {
  await delay(LOOK_EVERY_MS);
  if (count === 0 || count !== before || handle.lag() > 0) quietSince = performance.now();
  before = count;
}
await bus.stop();
