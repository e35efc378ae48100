import { randomUUID } from 'node:crypto';

import { expect, test } from '@jest/globals';

import { runningProject } from './trial/compose-project.ts';

const project = runningProject();
const { OUTPUT_REVIEW_EMAIL = '' } = process.env;
const run = (...args: string[]) => project.run('run', '--rm', '-T', 'operator', ...args);

test('the operator backs up the containers and verifies the archive', async () => {
  const archive = `/backups/${randomUUID()}.tar.gz`;

  expect(await run('backup', '--to', archive)).toMatch(/: \d+ rows and \d+ files as of /);
  expect(await run('restore', '--from', archive, '--check')).toContain('is complete: ');
}, 120_000);

test("the operator's commands reach the services", async () => {
  expect(await run('dead-letters', 'list')).toContain('No dead letters.');
  expect(await run('reset-password', '--email', OUTPUT_REVIEW_EMAIL)).toContain('http');
  expect(await run('media:check')).toContain('0 missing');
}, 120_000);
