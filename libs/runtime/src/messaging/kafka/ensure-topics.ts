import type { TopicDefinition } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { Logger } from '../../base/logger.ts';
import { wait } from '../../base/wait.ts';
import { answering } from './answering.ts';
import { type KafkaAdmin, makeAdmin } from './kafka-admin.ts';
import { type KafkaOptions, makeKafka } from './kafka-client.ts';
import { disconnect } from './reopening.ts';

export interface EnsureTopicsOptions {
  readonly kafka: KafkaOptions;
  readonly topics: readonly TopicDefinition[];
  /** Replicas of each partition. With three or more, two must have an event before it is acknowledged. */
  readonly replication: number;
  readonly log: Logger;
}

/** The changes that were needed, by topic. */
export interface EnsuredTopics {
  readonly created: readonly string[];
  readonly enlarged: readonly string[];
  /** Topics whose message size limit was too low, or that used the timestamps of producers. */
  readonly changed: readonly string[];
}

/**
 * Creates missing topics, adds missing partitions, and sets the required message size limit and broker timestamps.
 * Idempotent and safe to run concurrently. All other settings of existing topics are up to the Kafka operators.
 *
 * @throws AppError UNAVAILABLE if Kafka does not answer, or has too few brokers up for missing replicas. A retry may
 *   help.
 * @throws Error with all faults of the topics that it could not fix.
 */
export async function ensureTopics(options: EnsureTopicsOptions): Promise<EnsuredTopics> {
  const { kafka, log } = options;
  const admin = makeAdmin(makeKafka(kafka, log));
  try {
    await answering(kafka, () => admin.connect());
    return await ensure(admin, options);
  } finally {
    await disconnect(admin);
  }
}

async function ensure(admin: KafkaAdmin, options: EnsureTopicsOptions): Promise<EnsuredTopics> {
  const { kafka, topics, replication, log } = options;
  const found = await answering(kafka, () => admin.findTopics(topics.map(({ topic }) => topic)));
  const partitionsOf = new Map(found.map(({ topic, partitions }) => [topic, partitions]));
  const missing = topics.filter(({ topic }) => !partitionsOf.has(topic));
  const small = topics.filter(
    ({ topic, partitions }) => (partitionsOf.get(topic) ?? Infinity) < partitions,
  );
  if (missing.length + small.length > 0) await requireBrokers(admin, options);
  const outdated = await answering(kafka, () => findOutdated(admin, topics, partitionsOf));
  // Another process may do the same now, so a refusal counts only if the change is still missing.
  const refusals: unknown[] = [];
  const note = (refusal: unknown) => void refusals.push(refusal);
  if (missing.length > 0) {
    const inSync = { [IN_SYNC_MIN]: String(inSyncMin(replication)) };
    const fresh = missing.map((one) => ({ ...one, config: { ...one.config, ...inSync } }));
    await admin.createTopics(fresh, replication).catch(note);
  }
  for (const { topic, partitions } of small) {
    await admin.addPartitions(topic, partitions).catch(note);
  }
  for (const { topic, config } of outdated) await admin.changeConfigs(topic, config).catch(note);
  await confirm(admin, options, refusals);
  const ensured = {
    created: namesOf(missing),
    enlarged: namesOf(small),
    changed: namesOf(outdated),
  };
  log.info(ensured, 'topics ensured');
  return ensured;
}

/** Each replica of a new partition needs a broker. Existing topics work while a broker is down. */
async function requireBrokers(
  admin: KafkaAdmin,
  { kafka, replication }: EnsureTopicsOptions,
): Promise<void> {
  const brokers = await answering(kafka, () => admin.countBrokers());
  if (brokers >= replication) return;
  throw new AppError(
    'UNAVAILABLE',
    `Kafka has ${brokers} brokers, too few for ${replication} replicas of a topic.`,
  );
}

const IN_SYNC_MIN = 'min.insync.replicas';
/** The message size limit of a topic. */
const MESSAGE_BYTES_MAX = 'max.message.bytes';
/** Whose timestamps a topic uses. */
const TIMESTAMP_TYPE = 'message.timestamp.type';

/** The topics whose settings differ from the required ones, with the changes to make. */
async function findOutdated(
  admin: KafkaAdmin,
  topics: readonly TopicDefinition[],
  there: ReadonlyMap<string, unknown>,
) {
  const configs = await admin.readConfigs([...there.keys()], [MESSAGE_BYTES_MAX, TIMESTAMP_TYPE]);
  return topics
    .map((definition) => ({
      topic: definition.topic,
      config: findChanges(definition, configs.get(definition.topic) ?? {}),
    }))
    .filter(({ config }) => Object.keys(config).length > 0);
}

/** Required settings that are missing, of those that can be changed while the topic is in use. */
function findChanges(
  { config }: TopicDefinition,
  found: Readonly<Record<string, string>>,
): Record<string, string> {
  const { [MESSAGE_BYTES_MAX]: bytes, [TIMESTAMP_TYPE]: type } = config;
  const isNarrow = Number(found[MESSAGE_BYTES_MAX]) < Number(bytes);
  const isOther = found[TIMESTAMP_TYPE] !== undefined && found[TIMESTAMP_TYPE] !== type;
  return {
    ...(bytes !== undefined && isNarrow && { [MESSAGE_BYTES_MAX]: bytes }),
    ...(type !== undefined && isOther && { [TIMESTAMP_TYPE]: type }),
  };
}

// With one replica down, acknowledged events are still in two.
const inSyncMin = (replication: number): number => (replication >= 3 ? 2 : 1);

// A change reaches every broker within moments.
const LOOKS_MAX = 10;
const POLL_MS = 500;

/** Waits until the topics are as required. Otherwise reports all faults. */
async function confirm(
  admin: KafkaAdmin,
  options: EnsureTopicsOptions,
  refusals: readonly unknown[],
): Promise<void> {
  for (let look = 1; ; look += 1) {
    const faults = await answering(options.kafka, () => findFaults(admin, options));
    if (faults.length === 0) return;
    if (look === LOOKS_MAX) {
      const reasons = refusals.map((refusal) => `Kafka responded: ${String(refusal)}`);
      throw new Error(
        ['Topics do not have the required settings:', ...faults, ...reasons].join('\n- '),
      );
    }
    await wait(POLL_MS, new AbortController().signal);
  }
}

/** The faults of topics, a sentence each. More partitions or replicas than required are no fault. */
async function findFaults(
  admin: KafkaAdmin,
  { topics, replication }: EnsureTopicsOptions,
): Promise<string[]> {
  const states = new Map(
    (await admin.findTopics(namesOf(topics))).map((state) => [state.topic, state]),
  );
  const settings = [IN_SYNC_MIN, MESSAGE_BYTES_MAX, TIMESTAMP_TYPE];
  const configs = await admin.readConfigs([...states.keys()], settings);
  return topics.flatMap((definition) => {
    const { topic } = definition;
    const state = states.get(topic);
    if (!state) return [`${topic} does not exist`];
    const config = configs.get(topic) ?? {};
    const least = [
      [`${state.partitions} partitions`, state.partitions, definition.partitions],
      [`${state.replication} replicas`, state.replication, replication],
      [`${IN_SYNC_MIN} ${config[IN_SYNC_MIN]}`, config[IN_SYNC_MIN], inSyncMin(replication)],
    ] as const;
    const changes = Object.entries(findChanges(definition, config));
    return [
      ...least
        .filter(([, has, needed]) => Number(has) < needed)
        .map(([actual, , needed]) => `${topic} has ${actual} and needs ${needed}`),
      ...changes.map(([name, value]) => `${topic} has ${name} ${config[name]} and needs ${value}`),
    ];
  });
}

const namesOf = (topics: readonly Pick<TopicDefinition, 'topic'>[]): string[] =>
  topics.map(({ topic }) => topic);
