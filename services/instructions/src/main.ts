import { runService } from '@output-review/runtime';
import { openKafkaBus } from '@output-review/runtime/kafka';

import { readInstructionsConfig } from './config.ts';
import { startInstructions } from './service.ts';
import { MIGRATIONS } from './migrations/index.ts';

await runService({
  service: 'instructions',
  migrations: MIGRATIONS,
  readConfig: readInstructionsConfig,
  start: async ({ kafka, ...config }, around) => {
    const bus = openKafkaBus('instructions', kafka, around);
    const checks = { kafka: () => bus.ready() };
    const service = await startInstructions({ ...config, ...around, bus, checks });
    await bus.start();
    return service;
  },
});
