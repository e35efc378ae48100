import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SERVICES } from '@output-review/contracts';
import { openS3Store, type S3Settings } from '@output-review/media/s3';
import { systemClock } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';
import { Client as Postgres } from 'pg';

import type { Client } from '../../harness/client.ts';
import { awaitVerdict, submit } from '../../harness/outputs.ts';
import { makeAutomation, newAddress, signUp } from '../../harness/people.ts';
import { databaseOf } from '../../harness/process.ts';
import { startSystem, type System } from '../../harness/system.ts';
import { deadLetterWord, plantWord } from './plant-word.ts';
import { servicesOf, tablesToEmpty, tablesWith } from './tables-with.ts';

let system: System;
let database: Postgres;
let admin: Client;
let automation: Client;
let workspaceId: string;

beforeAll(async () => {
  system = await startSystem();
  // Connects as superuser, because the roles of the services only see their own tables.
  database = new Postgres({
    connectionString: databaseOf(process.env['STACK_POSTGRES_URL'] ?? ''),
  });
  await database.connect();
  admin = await signUp(system, { email: newAddress('leaving'), workspaceName: 'Leaving' });
  automation = await makeAutomation(system, admin);
  workspaceId = String((await automation.get('/api/verify')).body['workspaceId']);
}, 60_000);

afterAll(() => database.end());

const store = openS3Store({
  ...(JSON.parse(process.env['STACK_S3'] ?? '{}') as Omit<S3Settings, 'bucket'>),
  bucket: 'output-review',
  clock: systemClock,
});

async function filesOfWorkspace(): Promise<number> {
  let files = 0;
  for await (const { key } of store.list()) if (key.startsWith(`${workspaceId}/`)) files += 1;
  return files;
}

test('erases a workspace from every database and from the store', async () => {
  const word = `planted${randomBytes(8).toString('hex')}`;
  await plantWord({ admin, automation }, word);
  expect(servicesOf(await tablesWith(database, word))).toEqual(SERVICES);
  expect(await filesOfWorkspace()).toBeGreaterThan(0);

  const erased = await admin.delete(`/api/workspaces/${workspaceId}`, { body: { name: word } });

  expect(erased).toMatchObject({ status: 200, body: { ok: true } });
  expect((await automation.get('/api/logs')).status).toBe(401);
  expect((await admin.get('/api/logs')).status).toBe(401);
  await eventually(async () => {
    expect(await tablesWith(database, word)).toEqual([]);
    expect(await tablesToEmpty(database, workspaceId)).toEqual([]);
    expect(await filesOfWorkspace()).toBe(0);
  }, 90_000);
}, 180_000);

test('erases the dead letters of a deleted output in all services', async () => {
  const word = `deleted${randomBytes(8).toString('hex')}`;
  const person = await signUp(system, { email: newAddress('deleting'), workspaceName: 'Deleting' });
  const submitter = await makeAutomation(system, person);
  const workspace = String((await submitter.get('/api/verify')).body['workspaceId']);
  const { id } = await submit(submitter, { project: 'Deleting', output: word });
  await awaitVerdict(submitter, id, 30_000);
  await deadLetterWord(database, `${workspace}/${id}`, word);

  expect((await person.delete(`/api/logs/${id}`)).status).toBe(200);

  await eventually(async () => expect(await tablesWith(database, word)).toEqual([]), 60_000);
}, 180_000);
