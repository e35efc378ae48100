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
  /** Copies of each partition. With three or more, two must have an event before it is acknowledged. */
  readonly replication: number;
  readonly log: Logger;
}

/** What was missing, by topic. */
export interface EnsuredTopics {
  readonly created: readonly string[];
  readonly enlarged: readonly string[];
  /** Those that took less at once than they have to, or went by the clocks of those who write. */
  readonly changed: readonly string[];
}

/**
 * Creates the topics that are missing, adds the partitions that are, and has each take messages as large
 * as it must and go by Kafka's clock. May be run again, and by several at once. It changes nothing else of
 * a topic that is there: that is for those who run Kafka.
 *
 * @throws AppError UNAVAILABLE where Kafka does not answer, or has too few brokers up for copies that are
 * missing; to call again may help.
 * @throws Error with every fault of the topics that it could not mend.
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
  // Another may do the same at this moment, so what was refused counts only if it is still undone.
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

/** Each copy of a new partition needs a broker; what is there already does without one that is away. */
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
/** How much a topic takes at once. */
const MESSAGE_BYTES_MAX = 'max.message.bytes';
/** Whose clock a topic goes by. */
const TIMESTAMP_TYPE = 'message.timestamp.type';

/** Those topics that have other settings than they must, each with what to change. */
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

/** Settings that a topic must have and has not, of those that can be changed while it is used. */
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

// One copy may be away, and what was acknowledged is still in two.
const inSyncMin = (replication: number): number => (replication >= 3 ? 2 : 1);

// What was changed is known to every broker within moments.
const LOOKS_MAX = 10;
const LOOK_AGAIN_MS = 500;

/** Waits until the topics are as they must be, and else says all that is wrong. */
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
    await wait(LOOK_AGAIN_MS, new AbortController().signal);
  }
}

/** What is wrong with topics, a sentence each; more partitions or copies than wanted are no fault. */
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
        .map(([told, , needed]) => `${topic} has ${told} and needs ${needed}`),
      ...changes.map(([name, value]) => `${topic} has ${name} ${config[name]} and needs ${value}`),
    ];
  });
}

const namesOf = (topics: readonly Pick<TopicDefinition, 'topic'>[]): string[] =>
  topics.map(({ topic }) => topic);
