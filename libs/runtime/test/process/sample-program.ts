// A small service as a process of its own, for what all of them have in common: `sample-program.ts`.
import { defineOperation } from '@output-review/contracts';
import { Type } from '@sinclair/typebox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

import {
  assertionPublicKeyGroup,
  implement,
  PROCESS_GROUPS,
  readGroups,
  runService,
  startService,
  wait,
} from '../../src/index.ts';

class Notes1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE notes (id text PRIMARY KEY)');
  }
  async down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}

const MIGRATIONS = [Notes1700000000000];

const answerLater = defineOperation({
  ...{ id: 'answerLater', method: 'GET', path: '/api/later', owner: 'media', access: 'public' },
  ...{ summary: 'Answers after a while', tag: 'test', errors: [] },
  query: Type.Object({ ms: Type.Integer() }),
  responses: { 200: Type.Object({ ms: Type.Integer() }) },
});

const ROUTES = [
  implement(answerLater, async ({ query: { ms } }) => {
    await wait(ms, new AbortController().signal);
    return { status: 200, body: { ms } };
  }),
];

await runService(
  {
    service: 'media',
    migrations: MIGRATIONS,
    readConfig: (env) =>
      readGroups(env, { ...PROCESS_GROUPS, assertionPublicKey: assertionPublicKeyGroup }),
    start: async (config, { closers, ...around }) => {
      closers.add('what is beside it', () => {
        around.log.info({}, 'closed what is beside it');
      });
      const { databaseUrl, assertionPublicKey } = config;
      // Tells the process to lose a promise, as a bug would.
      process.on('SIGUSR2', () => void Promise.reject(new Error('Nobody waited')));
      return startService(
        {
          ...{ service: 'media', entities: [], migrations: MIGRATIONS, poolMax: 2 },
          build: () => ({ routes: ROUTES }),
        },
        { ...around, databaseUrl, assertionPublicKey },
      );
    },
  },
  { args: process.argv.slice(2), env: process.env },
);
