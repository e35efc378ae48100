import { AppError } from '@output-review/errors';
import { runService } from '@output-review/runtime';
import { openKafkaBus } from '@output-review/runtime/kafka';

import { readMediaConfig } from './config.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { ObjectStore } from './object-store/object-store.ts';
import { openS3Store } from './object-store/s3/s3-store.ts';
import { startMedia } from './service.ts';

await runService({
  service: 'media',
  migrations: MIGRATIONS,
  readConfig: readMediaConfig,
  start: async (config, around) => {
    const { kafka, encryption, publicUrl, previousPublicUrls, ...rest } = config;
    const objectStore = openS3Store({ ...config.objectStore, clock: around.clock });
    around.closers.add('object store', () => objectStore.close());
    const bus = openKafkaBus('media', kafka, around);
    const service = await startMedia({
      ...rest,
      ...around,
      bus,
      objectStore,
      links: {
        encryptionKey: encryption.key,
        previousEncryptionKey: encryption.previousKey,
        publicUrl: () => publicUrl,
        previousPublicUrls,
      },
      checks: { kafka: () => bus.ready(), 'object store': () => probe(objectStore) },
    });
    await bus.start();
    return service;
  },
});

/** The store's own error is for operators, who are the only readers of /readyz here. */
async function probe(store: ObjectStore): Promise<void> {
  try {
    await store.probe();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('UNAVAILABLE', reason, { cause: error });
  }
}
