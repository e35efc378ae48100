import { runService } from '@output-review/runtime';
import { openKafkaBus } from '@output-review/runtime/kafka';

import { readEvaluatorConfig } from './config.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { startEvaluator } from './service.ts';

await runService({
  service: 'evaluator',
  migrations: MIGRATIONS,
  readConfig: readEvaluatorConfig,
  start: async ({ kafka, encryption, ...config }, around) => {
    const bus = openKafkaBus('evaluator', kafka, around);
    const checks = { kafka: () => bus.ready() };
    const { encryptor, key, previousKey } = encryption;
    const linkKeys = { encryptionKey: key, previousEncryptionKey: previousKey };
    const given = { ...config, ...around, bus, checks, encryptor, linkKeys };
    const service = await startEvaluator(given);
    await bus.start();
    return service;
  },
});
