import { runService } from '@output-review/runtime';
import { openKafkaBus } from '@output-review/runtime/kafka';

import { readReviewConfig } from './config.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { startReview } from './service.ts';

await runService({
  service: 'review',
  migrations: MIGRATIONS,
  readConfig: readReviewConfig,
  start: async ({ kafka, encryption, publicUrl, ...config }, around) => {
    const bus = openKafkaBus('review', kafka, around);
    const service = await startReview({
      ...config,
      ...around,
      bus,
      encryptor: encryption.encryptor,
      publicUrl: () => publicUrl,
      checks: { kafka: () => bus.ready() },
    });
    await bus.start();
    return service;
  },
});
