import { join } from 'node:path';

import { SERVICES } from '@output-review/contracts';

import { runProgram } from '../install/run-program.ts';
import { REPOSITORY } from './repository.ts';
import { storeSettings } from './service-settings.ts';
import type { StackAddresses } from './stack-addresses.ts';
import type { StackServers } from './stack-servers.ts';

/** Makes the roles, topics and the bucket that the services expect; repeating it changes nothing. */
export async function runSetup(
  servers: StackServers,
  addresses: StackAddresses,
  signal: AbortSignal | undefined,
): Promise<void> {
  const databases = SERVICES.map(
    (name) => [`${name.toUpperCase()}_DATABASE_URL`, addresses.databaseUrlOf(name)] as const,
  );
  await runProgram(process.execPath, [join(REPOSITORY, 'deploy/setup/dist/main.js')], {
    env: {
      DATABASE_ADMIN_URL: servers.postgres.superuserUrl,
      ...Object.fromEntries(databases),
      KAFKA_BROKERS: addresses.kafkaBrokers,
      KAFKA_REPLICATION: String(servers.kafka.nodes.length),
      ...storeSettings(addresses),
    },
    inherits: false,
    signal,
  });
}
