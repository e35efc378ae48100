import { runService } from '@output-review/runtime';
import { openKafkaBus } from '@output-review/runtime/kafka';

import { readReviewConfig } from './config.ts';
import { startReview } from './service.ts';
import { MIGRATIONS } from './store/migrations/index.ts';

await runService(
  {
    service: 'review',
    migrations: MIGRATIONS,
    readConfig: readReviewConfig,
    start: async (
      { databaseUrl, assertionPublicKey, kafka, peers, encryption, ...config },
      around,
    ) => {
      const bus = openKafkaBus('review', kafka, around);
      const { sealer } = encryption;
      const checks = { kafka: () => bus.ready() };
      const options = {
        ...{ databaseUrl, assertionPublicKey, bus, peers, sealer, checks },
        auditKey: config.auditKey,
      };
      const service = await startReview({ ...around, ...options });
      await bus.start();
      return service;
    },
  },
  { args: process.argv.slice(2), env: process.env },
);
