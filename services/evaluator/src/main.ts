import { openKafkaBus, runService } from '@output-review/runtime';

import { readEvaluatorConfig } from './config.ts';
import { startEvaluator } from './service.ts';
import { MIGRATIONS } from './store/migrations/index.ts';

await runService(
  {
    service: 'evaluator',
    migrations: MIGRATIONS,
    readConfig: readEvaluatorConfig,
    start: async ({ databaseUrl, assertionPublicKey, kafka, peers, judging }, around) => {
      const bus = openKafkaBus('evaluator', kafka, around);
      const checks = { kafka: () => bus.ready() };
      const options = { databaseUrl, assertionPublicKey, bus, peers, checks, judging };
      const service = await startEvaluator({ ...around, ...options });
      await bus.start();
      return service;
    },
  },
  { args: process.argv.slice(2), env: process.env },
);
