import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startKafka } from '@output-review/native';

import { measureBus } from './measure-bus.ts';

// How fast events of 1 KB go through the bus on a Kafka of one node, and how long a lone one takes.
const dataDir = await mkdtemp(join(tmpdir(), 'output-review-bench-kafka-'));
const cluster = await startKafka({ nodes: 1, dataDir });
try {
  await measureBus(cluster.brokers, (line) => process.stdout.write(`${line}\n`));
} finally {
  await cluster.kill();
  await rm(dataDir, { recursive: true, force: true });
}
