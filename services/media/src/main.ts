import { AppError } from '@output-review/errors';
import { type ObjectStore, openS3Store, runService } from '@output-review/runtime';

import { readMediaConfig } from './config.ts';
import { startMedia } from './service.ts';

await runService(
  {
    service: 'media',
    migrations: [],
    readConfig: readMediaConfig,
    start: ({ databaseUrl, assertionPublicKey, objectStore }, around) => {
      const store = openS3Store({ ...objectStore, clock: around.clock });
      around.closers.add('object store', () => store.close());
      const checks = { 'object store': () => probe(store) };
      return startMedia({ ...around, databaseUrl, assertionPublicKey, checks });
    },
  },
  { args: process.argv.slice(2), env: process.env },
);

/** What the store says of itself is for operators, and so is /readyz of this process. */
async function probe(store: ObjectStore): Promise<void> {
  try {
    await store.probe();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('UNAVAILABLE', reason, { cause: error });
  }
}
