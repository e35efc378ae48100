import {
  PARTITIONS_DEFAULT,
  perService,
  type ServiceName,
  SERVICES,
} from '@output-review/contracts';
import { type ObjectStoreConfig, objectStoreGroup } from '@output-review/media/object-store';
import {
  caFileGroup,
  configGroup,
  databaseUrl,
  type Environment,
  integer,
  type KafkaConnection,
  kafkaGroup,
  optional,
  readGroups,
  text,
  variable,
  withCaFile,
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
  /** The Kafka user of each service, or null if Kafka does not distinguish them. */
  readonly users: Readonly<Record<ServiceName, string>> | null;
}

export interface BucketConfig {
  readonly store: ObjectStoreConfig;
  /** The user that the bucket's policy grants access, or null if the setup does not manage policies. */
  readonly user: string | null;
}

/** The parts to set up. Null parts are skipped. */
export interface SetupConfig {
  readonly database: DatabaseConfig | null;
  readonly topics: TopicsConfig | null;
  readonly bucket: BucketConfig | null;
}

/**
 * Reads the settings of the given parts only.
 *
 * @throws Error that lists all faults.
 */
export function readSetupConfig(env: Environment, parts: readonly Part[]): SetupConfig {
  const nothing = { read: () => ({ value: null }) };
  const has = (part: Part): boolean => parts.includes(part);
  const { database, ca, kafka, amounts, users, store, user } = readGroups(env, {
    database: has('database') ? databaseGroup : nothing,
    ca: has('database') ? caFileGroup : nothing,
    kafka: has('topics') ? kafkaGroup : nothing,
    amounts: has('topics') ? amountsGroup : nothing,
    users: has('topics') ? usersGroup : nothing,
    store: has('bucket') ? objectStoreGroup : nothing,
    user: has('bucket') ? variable('OBJECT_STORE_USER', optional(text())) : nothing,
  });
  return {
    database: database && { ...database, adminUrl: withCaFile(database.adminUrl, ca) },
    topics: kafka && amounts && { kafka, ...amounts, users },
    bucket: store && { store, user },
  };
}

const variableOf = (service: ServiceName): string => `${service.toUpperCase()}_DATABASE_URL`;

const databaseGroup = configGroup({
  fields: {
    DATABASE_ADMIN_URL: databaseUrl,
    ...Object.fromEntries(SERVICES.map((service) => [variableOf(service), databaseUrl])),
  },
  contradictions: (values) => {
    const roles = Object.entries(values).map(
      ([name, url]) => [name, url && new URL(url).username] as const,
    );
    return findShared(roles).map((names) => `${names} must name different roles`);
  },
  build: (values): DatabaseConfig => ({
    adminUrl: values.DATABASE_ADMIN_URL,
    urls: urlsOf(values),
  }),
});

/** The names of variables with the same value. */
function findShared(values: readonly (readonly [string, string | null | undefined])[]): string[] {
  const byValue = new Map<string, string[]>();
  for (const [name, value] of values) {
    if (value) byValue.set(value, [...(byValue.get(value) ?? []), name]);
  }
  return [...byValue.values()].filter(({ length }) => length > 1).map((all) => all.join(' and '));
}

function urlsOf(values: Readonly<Record<string, string>>): DatabaseConfig['urls'] {
  return perService((service) => values[variableOf(service)] ?? '');
}

const userVariableOf = (service: ServiceName): string =>
  `${service.toUpperCase()}_KAFKA_SASL_USERNAME`;

/** Either all of them, or none. */
const usersGroup = configGroup({
  fields: Object.fromEntries(SERVICES.map((name) => [userVariableOf(name), optional(text())])),
  contradictions: (values) => {
    const all = Object.entries(values);
    const absent = all.filter(([, user]) => user === null).map(([name]) => name);
    if (absent.length === all.length) return [];
    return [
      ...absent.map((name) => `${name} must be set if another service has a user of Kafka`),
      ...findShared(all).map((names) => `${names} must name different users`),
    ];
  },
  build: (values): TopicsConfig['users'] => {
    const users = perService((service) => values[userVariableOf(service)] ?? '');
    return users.gateway === '' ? null : users;
  },
});

// Kafka's own limit per cluster is far higher. Our topics never have more consumers than this.
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
