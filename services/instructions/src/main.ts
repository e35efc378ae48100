import { runService } from '@output-review/runtime';

import { readInstructionsConfig } from './config.ts';
import { startInstructions } from './service.ts';

await runService(
  {
    service: 'instructions',
    migrations: [],
    readConfig: readInstructionsConfig,
    start: ({ databaseUrl, assertionPublicKey }, around) =>
      startInstructions({ ...around, databaseUrl, assertionPublicKey }),
  },
  { args: process.argv.slice(2), env: process.env },
);
