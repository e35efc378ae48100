import type { ServiceName } from '@output-review/contracts';

import type { S3Access } from '../servers/s3-servers.ts';
import type { StackSecrets } from './stack-secrets.ts';
import type { ProxiedServer, StackServers } from './stack-servers.ts';

/** Where the services find their servers: the servers themselves, or the proxies before them. */
export interface StackAddresses {
  readonly kafkaBrokers: string;
  readonly redisUrl: string;
  readonly databaseUrlOf: (service: ServiceName) => string;
  readonly store: S3Access;
}

const DATABASE = 'output_review';

export function addressesOf(servers: StackServers, secrets: StackSecrets): StackAddresses {
  const portOf = (name: Exclude<ProxiedServer, 'kafka'>) =>
    servers.proxies[name]?.[0]?.port ?? servers[name].port;
  const at = (url: string, port: number): string => url.replace(/:\d+(?=$|\/)/, `:${port}`);
  const database = new URL(at(servers.postgres.superuserUrl, portOf('postgres')));
  return {
    kafkaBrokers: servers.kafka.brokers,
    redisUrl: at(servers.redis.url, portOf('redis')),
    databaseUrlOf: (service) =>
      `postgres://${service}:${secrets.rolePasswords[service]}@${database.host}/${DATABASE}`,
    store: {
      ...servers.store.access,
      endpoint: at(servers.store.access.endpoint, portOf('store')),
    },
  };
}
