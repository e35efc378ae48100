import type { KafkaAccess, TopicDefinition } from '@output-review/contracts';
import kafkajs, { type AclEntry, type Admin, type ConfigEntries, type Kafka } from 'kafkajs';

import { ACKNOWLEDGE_MS_MAX } from './kafka-client.ts';

/** The current state of a topic. */
interface TopicState {
  readonly topic: string;
  readonly partitions: number;
  /** Replica count of the partition with the fewest. */
  readonly replication: number;
}

/** The offsets of a group in a partition. */
export interface PartitionOffsets {
  readonly partition: number;
  /** The offset of the next event to be written. */
  readonly end: number;
  /** The offset of the next event to be handled. */
  readonly next: number;
}

/** The same, as Kafka reports it for all members. */
export interface GroupOffsets extends PartitionOffsets {
  /** The offset of the oldest retained event. */
  readonly begin: number;
}

export type KafkaAdmin = ReturnType<typeof makeAdmin>;

export function makeAdmin(kafka: Kafka) {
  const admin = kafka.admin();
  return {
    connect: () => admin.connect(),
    disconnect: () => admin.disconnect(),
    countBrokers: async () => (await admin.describeCluster()).brokers.length,
    /** The existing ones of these topics. */
    findTopics: (topics: readonly string[]) => findTopics(admin, topics),
    /** Creates topics. Existing topics are no failure. @param replication replicas of each partition. */
    createTopics: async (topics: readonly TopicDefinition[], replication: number) => {
      const wanted = topics.map(({ topic, partitions, config }) => ({
        topic,
        numPartitions: partitions,
        replicationFactor: replication,
        configEntries: toEntries(config),
      }));
      await admin.createTopics({ topics: wanted, timeout: ACKNOWLEDGE_MS_MAX });
    },
    addPartitions: async (topic: string, count: number) => {
      await admin.createPartitions({ topicPartitions: [{ topic, count }] });
    },
    /** Topic settings, by topic and name. */
    readConfigs: (topics: readonly string[], names: readonly string[]) =>
      readConfigs(admin, topics, names),
    /** Changes settings of a topic. Its other settings stay. */
    changeConfigs: (topic: string, changes: Settings) => changeConfigs(admin, topic, changes),
    readOffsets: (topic: string, groupId: string) => readOffsets(admin, topic, groupId),
    /** Grants users their permissions by ACLs. Existing permissions stay. */
    allow: async (users: ReadonlyMap<string, KafkaAccess>) => {
      await admin.createAcls({ acl: [...users].flatMap(([user, access]) => toAcls(user, access)) });
    },
    /** Whether the queried broker applies the permissions already, which happens shortly after the acknowledgement. */
    allows: (user: string, access: KafkaAccess) => allows(admin, user, access),
  };
}

type Settings = Readonly<Record<string, string>>;

async function findTopics(admin: Admin, wanted: readonly string[]): Promise<TopicState[]> {
  // If asked for a topic that does not exist, kafkajs returns none at all.
  const there = new Set(await admin.listTopics());
  const topics = wanted.filter((topic) => there.has(topic));
  if (topics.length === 0) return [];
  const metadata = await admin.fetchTopicMetadata({ topics });
  return metadata.topics.map(({ name, partitions }) => ({
    topic: name,
    partitions: partitions.length,
    replication: Math.min(...partitions.map(({ replicas }) => replicas.length)),
  }));
}

async function readConfigs(
  admin: Admin,
  topics: readonly string[],
  names: readonly string[],
): Promise<Map<string, Settings>> {
  if (topics.length === 0) return new Map();
  const { resources } = await admin.describeConfigs({
    resources: topics.map((name) => ({ type: TOPIC, name, configNames: [...names] })),
    includeSynonyms: false,
  });
  return new Map(
    resources.map(({ resourceName, configEntries }) => [resourceName, toSettings(configEntries)]),
  );
}

/**
 * kafkajs resets all settings that a request does not name, so the topic's own settings are read first and written with
 * the changes.
 */
async function changeConfigs(admin: Admin, name: string, changes: Settings): Promise<void> {
  const { resources } = await admin.describeConfigs({
    resources: [{ type: TOPIC, name }],
    includeSynonyms: false,
  });
  const own = resources
    .flatMap(({ configEntries }) => configEntries)
    .filter(({ configSource }) => configSource === kafkajs.ConfigSource.TOPIC_CONFIG);
  const configEntries = toEntries({ ...toSettings(own), ...changes });
  await admin.alterConfigs({
    resources: [{ type: TOPIC, name, configEntries }],
    validateOnly: false,
  });
}

// Node detects only the first few named exports of this CommonJS package.
const { TOPIC } = kafkajs.ConfigResourceTypes;

const toEntries = (settings: Settings) =>
  Object.entries(settings).map(([name, value]) => ({ name, value }));

function toSettings(entries: readonly ConfigEntries[]): Settings {
  return Object.fromEntries(entries.map((entry) => [entry.configName, entry.configValue]));
}

async function readOffsets(admin: Admin, topic: string, groupId: string): Promise<GroupOffsets[]> {
  let ends = await admin.fetchTopicOffsets(topic);
  const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
  const next = new Map(committed?.partitions.map((one) => [one.partition, Number(one.offset)]));
  // The commit is newer than the ends that were read, or Kafka has lost events.
  const isBehind = ends.some(({ partition, high }) => Number(high) < (next.get(partition) ?? 0));
  if (isBehind) ends = await admin.fetchTopicOffsets(topic);
  return ends.map(({ partition, low, high }) => ({
    partition,
    begin: Number(low),
    end: Number(high),
    // A group without a commit starts at the beginning. So does a group that retention has overtaken.
    next: Math.max(next.get(partition) ?? -1, Number(low)),
  }));
}

const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;

async function allows(admin: Admin, user: string, access: KafkaAccess): Promise<boolean> {
  const { resources } = await admin.describeAcls({
    ...{ principal: `User:${user}`, host: '*', permissionType: AclPermissionTypes.ALLOW },
    operation: AclOperationTypes.ANY,
    resourceType: AclResourceTypes.ANY,
    resourcePatternType: ResourcePatternTypes.LITERAL,
  });
  const found = resources.flatMap(({ resourceType, resourceName, acls }) =>
    acls.map(({ operation }) => `${resourceType} ${resourceName} ${operation}`),
  );
  return toAcls(user, access).every(({ resourceType, resourceName, operation }) =>
    found.includes(`${resourceType} ${resourceName} ${operation}`),
  );
}

/** Reading or writing a topic or group also requires permission to describe it. */
function toAcls(user: string, { writes, reads, groups }: KafkaAccess): AclEntry[] {
  const common = {
    ...{ principal: `User:${user}`, host: '*' },
    ...{
      permissionType: AclPermissionTypes.ALLOW,
      resourcePatternType: ResourcePatternTypes.LITERAL,
    },
  };
  const { READ, WRITE } = AclOperationTypes;
  const ofTopic = { ...common, resourceType: AclResourceTypes.TOPIC };
  const ofGroup = { ...common, resourceType: AclResourceTypes.GROUP };
  return [
    ...writes.map((resourceName) => ({ ...ofTopic, resourceName, operation: WRITE })),
    ...reads.map((resourceName) => ({ ...ofTopic, resourceName, operation: READ })),
    ...groups.map((resourceName) => ({ ...ofGroup, resourceName, operation: READ })),
  ];
}
