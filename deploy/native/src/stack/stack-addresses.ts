import type { ServiceName } from '@output-review/contracts';

import type { S3Access } from '../servers/s3-servers.ts';
import type { StackSecrets } from './stack-secrets.ts';
import type { ProxiedServer, StackServers } from './stack-servers.ts';

/** The servers' addresses for the services: of the servers themselves or of the proxies in front of them. */
export interface StackAddresses {
  readonly kafkaBrokers: string;
  /** The Kafka sign-in settings of a service or the setup. */
  readonly kafkaSettingsOf: StackServers['kafka']['settingsOf'];
  readonly redisUrl: string;
  readonly databaseUrlOf: (service: ServiceName) => string;
  /** For media. */
  readonly store: S3Access;
  /** For the setup, which creates the bucket. */
  readonly storeAdmin: S3Access;
  /** The CA of servers with accounts. */
  readonly caFile: string | null;
}

const DATABASE = 'output_review';

export function addressesOf(servers: StackServers, secrets: StackSecrets): StackAddresses {
  const portOf = (name: Exclude<ProxiedServer, 'kafka' | 'services'>) =>
    servers.proxies[name]?.[0]?.port ?? servers[name].port;
  const at = (url: string, port: number): string => url.replace(/:\d+(?=$|\/)/, `:${port}`);
  const database = new URL(at(servers.postgres.superuserUrl, portOf('postgres')));
  const { authority, store } = servers;
  const endpoint = at(store.access.endpoint, portOf('store'));
  return {
    kafkaBrokers: servers.kafka.brokers,
    kafkaSettingsOf: (user) => servers.kafka.settingsOf(user),
    redisUrl: at(servers.redis.url, portOf('redis')),
    databaseUrlOf: (service) =>
      `postgres://${service}:${secrets.rolePasswords[service]}@${database.host}/${DATABASE}${authority ? '?sslmode=verify-full' : ''}`,
    store: { ...(store.userAccess ?? store.access), endpoint },
    storeAdmin: { ...store.access, endpoint },
    caFile: authority?.caFile ?? null,
  };
}
