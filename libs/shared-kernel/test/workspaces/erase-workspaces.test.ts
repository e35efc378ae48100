import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type WorkspacesChanged, workspacesChanged } from '@output-review/contracts';
import { Client } from 'pg';

import { createTestDatabase, type TestDatabase } from '../../../runtime/src/testing/index.ts';
import {
  ERASE_EVERY_MS,
  ERASED_WORKSPACES_TABLE_SQL,
  eraseKeyed,
  eraseLetters,
  eraseRows,
  type EraseStep,
  makeErasedWorkspaces,
  makeEraseWorkspaces,
} from '../../src/workspaces/erase-workspaces.ts';

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query(ERASED_WORKSPACES_TABLE_SQL);
  await client.query(`
    CREATE TABLE things (workspace_id text, n integer);
    CREATE TABLE letters (key text);
    CREATE TABLE dead_letters (key text)`);
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

beforeEach(async () => {
  await client.query('TRUNCATE things, letters, erased_workspaces');
});

const change = (workspaceId: string, deleted: boolean): WorkspacesChanged => ({
  ...workspacesChanged.examples.valid,
  ...{ workspaceId, deleted },
});

const erased = () => makeErasedWorkspaces(client);
const STEPS = [eraseRows('things'), eraseKeyed('letters')];
const run = (signal = new AbortController().signal, steps: readonly EraseStep[] = STEPS) =>
  makeEraseWorkspaces({ ...{ client, erased: erased() }, steps })(signal);

async function rowsLeft(): Promise<string[]> {
  const { rows } = await client.query<{ left: string }>(
    `SELECT workspace_id || ' ' || count(*) AS left FROM things GROUP BY workspace_id
     UNION ALL SELECT key FROM letters ORDER BY 1`,
  );
  return rows.map(({ left }) => left);
}

test('erases everything of a workspace in several batches, and nothing of another', async () => {
  await client.query(`
    INSERT INTO things SELECT 'gone', n FROM generate_series(1, 1200) n;
    INSERT INTO things SELECT 'gone too', n FROM generate_series(1, 3) n;
    INSERT INTO things VALUES ('kept', 1);
    INSERT INTO letters VALUES ('gone/o-1'), ('gone'), ('gone too/o-1'), ('kept/gone/o-1')`);

  const told = [change('gone', true), change('kept', false)];
  await erased().note([...told, ...told]);
  await erased().note([change('gone', true), change('gone', false)]);
  await run();

  // An event keyed by the workspace alone is about the workspace, and must still be published.
  expect(await rowsLeft()).toEqual([
    'gone',
    'gone too 3',
    'gone too/o-1',
    'kept 1',
    'kept/gone/o-1',
  ]);
});

test('erases the dead letters of a workspace and of its data, and of no other', async () => {
  await client.query(`INSERT INTO dead_letters VALUES ('w'), ('w/o-1'), ('w2/o-1'), ('w2')`);

  expect(await eraseLetters(client, 'w')).toBe(2);

  const { rows } = await client.query('SELECT key FROM dead_letters ORDER BY key');
  expect(rows).toEqual([{ key: 'w2' }, { key: 'w2/o-1' }]);
});

test('erases data that arrives later, as long as old events may be read again', async () => {
  await erased().note([change('late', true), change('long ago', true)]);
  await run();
  await client.query(
    `UPDATE erased_workspaces SET told_at = now() - interval '9 days'
     WHERE workspace_id = 'long ago'`,
  );
  await client.query(`INSERT INTO things VALUES ('late', 1), ('long ago', 1)`);

  await run();

  expect(await rowsLeft()).toEqual(['long ago 1']);
});

test('checks often at first and then hourly for 8 days, but never stops before a first empty check', async () => {
  await erased().note([change('gone', true)]);
  const setTimes = (told: string, checked: string | null) =>
    client.query(
      `UPDATE erased_workspaces SET told_at = now() - $1::interval,
         checked_at = now() - $2::interval`,
      [told, checked],
    );

  await setTimes('9 days', null);
  expect(await erased().list()).toEqual(['gone']);
  await setTimes('1 hour', null);
  expect(await erased().list()).toEqual(['gone']);
  await run();
  expect(await erased().list()).toEqual([]);
  await setTimes('2 hours', '61 minutes');
  expect(await erased().list()).toEqual(['gone']);
  await setTimes('5 minutes', '1 second');
  expect(await erased().list()).toEqual(['gone']);
});

test('a failing step blocks neither later steps nor other workspaces, and is retried', async () => {
  await client.query(`
    INSERT INTO things VALUES ('gone', 1), ('gone too', 1);
    INSERT INTO letters VALUES ('gone/o-1'), ('gone too/o-1')`);
  await erased().note([change('gone', true), change('gone too', true)]);
  await client.query(`UPDATE erased_workspaces SET told_at = now() - interval '1 hour'`);
  const failing: EraseStep = (_, workspaceId) =>
    workspaceId === 'gone' ? Promise.reject(new Error('no answer in time')) : Promise.resolve(0);

  const turn = run(undefined, [failing, ...STEPS]);

  await expect(turn).rejects.toMatchObject({ errors: [new Error('no answer in time')] });
  expect(await rowsLeft()).toEqual([]);
  expect(await erased().list()).toEqual(['gone']);
});

test('a workspace that cannot be marked as checked blocks no other', async () => {
  await erased().note([change('gone', true), change('gone too', true)]);
  await client.query('INSERT INTO things VALUES ($1, 1)', ['gone too']);
  const checked = (id: string) =>
    id === 'gone' ? Promise.reject(new Error('no answer in time')) : erased().checked(id);

  const turn = makeEraseWorkspaces({
    ...{ client, erased: { ...erased(), checked }, steps: STEPS },
  })(new AbortController().signal);

  await expect(turn).rejects.toMatchObject({ errors: [new Error('no answer in time')] });
  expect(await rowsLeft()).toEqual([]);
});

test('checks every few seconds', () => {
  // The default of the services.
  expect(ERASE_EVERY_MS).toBeLessThanOrEqual(5_000);
});

test('leaves locked rows to the next run, and stops on abort', async () => {
  await client.query(`INSERT INTO things VALUES ('gone', 1), ('gone', 2)`);
  await erased().note([change('gone', true)]);
  const holder = new Client({ connectionString: database.adminUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM things WHERE n = 1 FOR UPDATE`);

  await client.query(`UPDATE erased_workspaces SET told_at = now() - interval '1 hour'`);
  await run(AbortSignal.abort());
  expect(await rowsLeft()).toEqual(['gone 2']);
  expect(await erased().list()).toEqual(['gone']);
  await client.query(`UPDATE erased_workspaces SET told_at = now()`);
  await run();
  const meanwhile = await rowsLeft();
  await holder.query('COMMIT');
  await holder.end();
  await run();

  expect(meanwhile).toEqual(['gone 1']);
  expect(await rowsLeft()).toEqual([]);
});
