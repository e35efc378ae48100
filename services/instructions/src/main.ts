import { runService } from '@output-review/runtime';
import { openKafkaBus } from '@output-review/runtime/kafka';

import { readInstructionsConfig } from './config.ts';
import { startInstructions } from './service.ts';
import { MIGRATIONS } from './store/migrations/index.ts';

await runService(
  {
    service: 'instructions',
    migrations: MIGRATIONS,
    readConfig: readInstructionsConfig,
    start: async ({ databaseUrl, assertionPublicKey, auditKey, kafka, peers }, around) => {
      const bus = openKafkaBus('instructions', kafka, around);
      const checks = { kafka: () => bus.ready() };
      const options = { databaseUrl, assertionPublicKey, auditKey, bus, peers, checks };
      const service = await startInstructions({ ...around, ...options });
      await bus.start();
      return service;
    },
  },
  { args: process.argv.slice(2), env: process.env },
);
