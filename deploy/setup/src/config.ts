import { PARTITIONS_DEFAULT, type ServiceName, SERVICES } from '@output-review/contracts';
import { type ObjectStoreConfig, objectStoreGroup } from '@output-review/media/object-store';
import {
  configGroup,
  databaseUrl,
  type Environment,
  integer,
  type KafkaConnection,
  kafkaGroup,
  readGroups,
} from '@output-review/runtime';

export const PARTS = ['database', 'topics', 'bucket'] as const;
export type Part = (typeof PARTS)[number];

export interface DatabaseConfig {
  readonly adminUrl: string;
  readonly urls: Readonly<Record<ServiceName, string>>;
}

export interface TopicsConfig {
  readonly kafka: KafkaConnection;
  readonly partitions: number;
  readonly replication: number;
}

/** What is to be set up; null what is not. */
export interface SetupConfig {
  readonly database: DatabaseConfig | null;
  readonly topics: TopicsConfig | null;
  readonly bucket: ObjectStoreConfig | null;
}

/**
 * Reads what the parts need, and nothing of the others.
 *
 * @throws Error that names every fault.
 */
export function readSetupConfig(env: Environment, parts: readonly Part[]): SetupConfig {
  const nothing = { read: () => ({ value: null }) };
  const has = (part: Part): boolean => parts.includes(part);
  const { database, kafka, amounts, bucket } = readGroups(env, {
    database: has('database') ? databaseGroup : nothing,
    kafka: has('topics') ? kafkaGroup : nothing,
    amounts: has('topics') ? amountsGroup : nothing,
    bucket: has('bucket') ? objectStoreGroup : nothing,
  });
  return { database, topics: kafka && amounts && { kafka, ...amounts }, bucket };
}

const variableOf = (service: ServiceName): string => `${service.toUpperCase()}_DATABASE_URL`;

const databaseGroup = configGroup({
  fields: {
    DATABASE_ADMIN_URL: databaseUrl,
    ...Object.fromEntries(SERVICES.map((service) => [variableOf(service), databaseUrl])),
  },
  contradictions: (values) => {
    const byRole = new Map<string, string[]>();
    for (const [name, url] of Object.entries(values)) {
      if (url === undefined) continue;
      const role = new URL(url).username;
      byRole.set(role, [...(byRole.get(role) ?? []), name]);
    }
    const shared = [...byRole.values()].filter((names) => names.length > 1);
    return shared.map((names) => `${names.join(' and ')} must name different roles`);
  },
  build: (values): DatabaseConfig => ({
    adminUrl: values.DATABASE_ADMIN_URL,
    urls: urlsOf(values),
  }),
});

function urlsOf(values: Readonly<Record<string, string>>): DatabaseConfig['urls'] {
  const of = (service: ServiceName): string => values[variableOf(service)] ?? '';
  return {
    gateway: of('gateway'),
    evaluator: of('evaluator'),
    review: of('review'),
    instructions: of('instructions'),
    media: of('media'),
  };
}

// Kafka's own limit of a cluster is far higher; more members than that share no topic of ours.
const PARTITIONS_MAX = 1_000;

const amountsGroup = configGroup({
  fields: {
    KAFKA_PARTITIONS: integer({ default: PARTITIONS_DEFAULT, min: 1, max: PARTITIONS_MAX }),
    KAFKA_REPLICATION: integer({ default: 1, min: 1, max: 9 }),
  },
  build: (values) => ({
    partitions: values.KAFKA_PARTITIONS,
    replication: values.KAFKA_REPLICATION,
  }),
});
