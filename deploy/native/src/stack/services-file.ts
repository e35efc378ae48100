import { join } from 'node:path';

import { SERVICES, type ServiceName } from '@output-review/contracts';
import { writePrivateFile } from '@output-review/runtime';

import type { Replica } from './service-replica.ts';

/**
 * Says where the services are and how to ask them as the operator, as the embedded service does in its data
 * folder: `npm run dead-letters -- list --data-dir .stack` finds it.
 */
export async function writeServicesFile(
  dataDir: string,
  replicas: Readonly<Record<ServiceName, readonly Replica[]>>,
  operatorPrivateKey: string,
): Promise<void> {
  const urls = SERVICES.map((service) => [service, replicas[service][0]?.internalUrl ?? '']);
  const file = { services: Object.fromEntries(urls) as object, operatorPrivateKey };
  await writePrivateFile(join(dataDir, 'run.json'), `${JSON.stringify(file, null, 2)}\n`);
}
