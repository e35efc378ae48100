import { rm } from 'node:fs/promises';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';
import { Client as Database } from 'pg';

import type { Client, JsonObject } from '../harness/client.ts';
import { makeDataDir } from '../harness/data-dir.ts';
import { killWhileWaiting } from '../harness/kill-while-waiting.ts';
import { embeddedDatabaseUrl } from '../harness/process.ts';
import { startEmbeddedOn, startProcessOn, type System } from '../harness/system.ts';

let dataDir: string;
let running: System | undefined;

beforeAll(async () => {
  dataDir = await makeDataDir();
});

afterAll(async () => {
  await running?.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

const COUNT = 30;
const SOON = { respondBy: 'PT1S' };
const PLACE = { project: 'Routed', output: 'Fine?', requireApproval: true };

/** Submits many at once, so that several are flagged in one transaction. @returns the statuses; null if lost. */
const submitAll = ({ automation }: System, name: string, given: JsonObject = {}) =>
  Promise.all(
    Array.from({ length: COUNT }, async (_, n) => {
      const body = { ...PLACE, id: `${name}-${n}`, ...given };
      const answer = await automation.post('/api/logs', body).catch(() => null);
      return answer?.status ?? null;
    }),
  );

/** Sends again what a kill may have lost. Accepted outputs are not duplicated. */
async function submitAgain(system: System, name: string, given: JsonObject = {}): Promise<void> {
  const statuses = await submitAll(system, name, given);
  expect(statuses).toEqual(statuses.map(() => 202));
}

const make = async (admin: Client, path: string, body: JsonObject): Promise<string> => {
  const made = await admin.post(path, body);
  expect(made.status).toBe(201);
  return String(made.body['id']);
};

/** The successive assignees of each output, from the events for streams. */
async function assignedTo(): Promise<Record<string, string[]>> {
  const database = new Database({ connectionString: await embeddedDatabaseUrl(dataDir) });
  await database.connect();
  try {
    const { rows } = await database.query<{ id: string; names: string[] }>(
      `SELECT output_id AS id, array_agg(assignee ->> 'name' ORDER BY xid, n) AS names
       FROM review.output_events WHERE event = 'assigned' GROUP BY output_id`,
    );
    return Object.fromEntries(rows.map(({ id, names }) => [id, names]));
  } finally {
    await database.end();
  }
}

const each = (name: string, groups: readonly string[]) =>
  Object.fromEntries(Array.from({ length: COUNT }, (_, n) => [`${name}-${n}`, groups]));

test('kill -9 during flagging and escalating assigns each output once, to the right group', async () => {
  const first = await startProcessOn(dataDir);
  running = first;
  const admin = await first.signIn();
  const reviewGroupId = await make(admin, '/api/groups', { name: 'Claims' });
  const escalationGroupId = await make(admin, '/api/groups', { name: 'Bosses' });
  await make(admin, '/api/projects', { name: 'Routed', reviewGroupId, escalationGroupId });
  let submitted: Promise<unknown> | undefined;
  await killWhileWaiting(first.process, dataDir, {
    rows: `groups WHERE name = 'Claims'`,
    begin: () => (submitted = submitAll(first, 'flagged')),
  });
  await submitted;

  const second = await startProcessOn(dataDir);
  running = second;
  await submitAgain(second, 'flagged');
  await eventually(async () => expect(await assignedTo()).toEqual(each('flagged', ['Claims'])));
  await killWhileWaiting(second.process, dataDir, {
    rows: `groups WHERE name = 'Bosses'`,
    begin: () => (submitted = submitAll(second, 'late', SOON)),
  });
  await submitted;

  const third = await startEmbeddedOn(dataDir);
  running = third;
  await submitAgain(third, 'late', SOON);
  await eventually(
    async () =>
      expect(await assignedTo()).toEqual({
        ...each('flagged', ['Claims']),
        ...each('late', ['Claims', 'Bosses']),
      }),
    60_000,
  );
  const { body } = await third.automation.get(`/api/logs?assignee=${escalationGroupId}`);
  expect(body['total']).toBe(COUNT);
}, 180_000);
