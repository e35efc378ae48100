// A small service as a process of its own, to test what all services have in common: `sample-program.ts`.
import { defineOperation } from '@output-review/contracts';
import {
  assertionPublicKeyGroup,
  DEAD_LETTER_OUTBOX_SQL,
  DEAD_LETTERS_TABLE_SQL,
  InProcessBus,
  PROCESS_GROUPS,
  readGroups,
  runService,
  wait,
} from '@output-review/runtime';
import { Type } from '@sinclair/typebox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

import type { BaseContext } from '../../src/service/base-context.ts';
import { handlersFor } from '../../src/service/handlers-for.ts';
import {
  type MessagingOptions,
  type Service,
  startService,
} from '../../src/service/start-service.ts';
import { ERASED_WORKSPACES_TABLE_SQL } from '../../src/workspaces/erase-workspaces.ts';

class Notes1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE notes (id text PRIMARY KEY)');
    await runner.query(DEAD_LETTERS_TABLE_SQL);
    await runner.query(DEAD_LETTER_OUTBOX_SQL);
    await runner.query(ERASED_WORKSPACES_TABLE_SQL);
  }
  async down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}

const MIGRATIONS = [Notes1700000000000];

const answerLater = defineOperation({
  ...{ id: 'answerLater', method: 'GET', path: '/api/later', owner: 'media', access: 'public' },
  ...{ summary: 'Answers after a while', tag: 'test' },
  query: Type.Object({ ms: Type.Integer() }),
  responses: { 200: Type.Object({ ms: Type.Integer() }) },
});

const SAMPLE: Service<BaseContext, MessagingOptions> = {
  ...{ service: 'media', migrations: MIGRATIONS, poolMax: 2, batchMax: 1 },
  openContext: (base) => base,
  routes: [
    handlersFor().route(answerLater, async (_, { query: { ms } }) => {
      await wait(ms, new AbortController().signal);
      return { status: 200, body: { ms } };
    }),
  ],
  ...{ consumers: [], jobs: {}, eraseSteps: () => [] },
};

await runService({
  service: 'media',
  migrations: MIGRATIONS,
  readConfig: (env) =>
    readGroups(env, { ...PROCESS_GROUPS, assertionPublicKey: assertionPublicKeyGroup }),
  start: async (config, { closers, ...around }) => {
    closers.add('sample resource', () => {
      around.log.info({}, 'closed the sample resource');
    });
    const { databaseUrl, assertionPublicKey } = config;
    // Makes the process leave a rejection unhandled, like a bug.
    process.on('SIGUSR2', () => void Promise.reject(new Error('Nobody waited')));
    const bus = new InProcessBus();
    return startService(SAMPLE, { ...around, bus, databaseUrl, assertionPublicKey });
  },
});
