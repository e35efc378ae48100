import { constants } from 'node:os';

import { defineTopics, kafkaAccessOf, SERVICES } from '@output-review/contracts';
import { ensureBucket } from '@output-review/media/s3';
import { makeLogger } from '@output-review/runtime';
import { ensureAccess, ensureTopics } from '@output-review/runtime/kafka';

import { awaitServer, type Print } from './await-server.ts';
import {
  type Part,
  PARTS,
  readSetupConfig,
  type SetupConfig,
  type TopicsConfig,
} from './config.ts';
import { setUpDatabase } from './set-up-database.ts';

// In a pod it is process 1, which signals end only if it handles them. The next run continues from the current state.
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => process.exit(128 + constants.signals[name]));
}

try {
  await setUp(readParts(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function setUp(parts: readonly Part[]): Promise<void> {
  const { database, topics, bucket } = readSetupConfig(process.env, parts);
  const print = (line: string): void => console.log(line);
  if (database) await setUpDatabase(database, print);
  if (topics) await setUpTopics(topics, print);
  if (bucket) await setUpBucket(bucket, print);
}

/** Creates missing topics, adds missing partitions, and grants the services access. */
async function setUpTopics(
  { kafka: connection, partitions, replication, users }: TopicsConfig,
  print: Print,
): Promise<void> {
  // The setup prints its own progress, so the client logs nothing.
  const log = makeLogger({ service: 'setup', level: 'silent' });
  const kafka = { ...connection, clientId: 'setup' };
  const topics = defineTopics({ partitions });
  const { created, enlarged } = await awaitServer('Kafka', print, () =>
    ensureTopics({ kafka, topics, replication, log }),
  );
  print(`topics: ${topics.length}, created ${listOf(created)}, enlarged ${listOf(enlarged)}`);
  if (users === null) return;
  const allowed = new Map(SERVICES.map((service) => [users[service], kafkaAccessOf(service)]));
  await awaitServer('Kafka', print, () => ensureAccess({ kafka, users: allowed, log }));
  print(`access: ${listOf([...allowed.keys()])}`);
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

/** Creates the bucket if it is missing, and grants the user of media access. */
async function setUpBucket(
  { store, user }: NonNullable<SetupConfig['bucket']>,
  print: Print,
): Promise<void> {
  const { bucket } = store;
  const isMade = await awaitServer('the object store', print, () => ensureBucket(store, user));
  print(
    `bucket ${bucket}: ${isMade ? 'created' : 'already exists'}${user === null ? '' : `, open to ${user}`}`,
  );
}

function readParts(args: readonly string[]): readonly Part[] {
  const unknown = args.filter((arg) => !PARTS.some((part) => part === arg));
  if (unknown.length > 0) {
    throw new Error(`Unknown: ${unknown.join(', ')}. It can set up ${PARTS.join(', ')}.`);
  }
  return args.length === 0 ? PARTS : PARTS.filter((part) => args.includes(part));
}
