import { SERVICES, type ServiceName } from '@output-review/contracts';

import { LOOPBACK } from '../daemons/ports.ts';
import type { S3Access } from '../servers/s3-servers.ts';
import type { StackAddresses } from './stack-addresses.ts';
import type { StackSecrets } from './stack-secrets.ts';

export type Settings = Readonly<Record<string, string>>;

/** The settings that all services of a stack share. */
export interface StackPlan {
  readonly addresses: StackAddresses;
  readonly secrets: StackSecrets;
  /** The internal base URL of each service, for its callers. */
  readonly peers: Readonly<Record<ServiceName, string>>;
  /** The URL of the first gateway for users, which links start with. */
  readonly publicUrl: string;
}

/** The ports of one replica. */
export interface ReplicaPorts {
  readonly internal: number;
  /** The gateway's port for users. */
  readonly public: number;
}

export const ADMIN_EMAIL = 'admin@example.com';

/** The environment variables of one replica of a service. */
export function settingsOf(service: ServiceName, plan: StackPlan, ports: ReplicaPorts): Settings {
  const { addresses, secrets, peers } = plan;
  const urls = SERVICES.map((name) => [`${name.toUpperCase()}_URL`, peers[name]] as const);
  return {
    DATABASE_URL: addresses.databaseUrlOf(service),
    ...connectionSettings(addresses),
    ...addresses.kafkaSettingsOf(service),
    INTERNAL_HOST: LOOPBACK,
    INTERNAL_PORT: String(ports.internal),
    ASSERTION_PUBLIC_KEY: secrets.assertion.publicKey,
    OPERATOR_PUBLIC_KEY: secrets.operator.publicKey,
    ...Object.fromEntries(urls),
    ...ownSettings(service, plan, ports),
  };
}

function ownSettings(service: ServiceName, plan: StackPlan, ports: ReplicaPorts): Settings {
  const { addresses, secrets } = plan;
  switch (service) {
    case 'gateway':
      return {
        HOST: LOOPBACK,
        PORT: String(ports.public),
        PUBLIC_URL: `http://${LOOPBACK}:${ports.public}`,
        REDIS_URL: addresses.redisUrl,
        ENCRYPTION_KEY: secrets.encryptionKey,
        AUDIT_KEY: secrets.auditKey,
        ASSERTION_PRIVATE_KEY: secrets.assertion.privateKey,
        BOOTSTRAP_EMAIL: ADMIN_EMAIL,
        BOOTSTRAP_PASSWORD: secrets.password,
        BOOTSTRAP_TOKEN: secrets.token,
        BOOTSTRAP_WORKSPACE: 'My workspace',
      };
    case 'evaluator':
      return { ENCRYPTION_KEY: secrets.encryptionKey, AUDIT_KEY: secrets.auditKey };
    case 'review':
      return {
        ENCRYPTION_KEY: secrets.encryptionKey,
        AUDIT_KEY: secrets.auditKey,
        PUBLIC_URL: plan.publicUrl,
      };
    case 'media':
      return {
        ...storeSettings(addresses.store),
        ENCRYPTION_KEY: secrets.encryptionKey,
        PUBLIC_URL: plan.publicUrl,
      };
    case 'instructions':
      return { AUDIT_KEY: secrets.auditKey };
  }
}

// The bucket that `deploy/setup` creates.
const BUCKET = 'output-review';

/** The connection settings that services and the setup share. */
export function connectionSettings({ kafkaBrokers, caFile }: StackAddresses): Settings {
  return { KAFKA_BROKERS: kafkaBrokers, ...(caFile !== null && { TLS_CA_FILE: caFile }) };
}

export function storeSettings(store: S3Access): Settings {
  return {
    OBJECT_STORE_ENDPOINT: store.endpoint,
    OBJECT_STORE_REGION: store.region,
    OBJECT_STORE_BUCKET: BUCKET,
    OBJECT_STORE_ACCESS_KEY: store.accessKey,
    OBJECT_STORE_SECRET_KEY: store.secretKey,
  };
}
