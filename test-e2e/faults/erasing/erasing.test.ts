import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SERVICES } from '@output-review/contracts';
import { eventually, SLACK_APP } from '@output-review/runtime/testing';
import { Client as Postgres } from 'pg';

import type { Client } from '../../harness/client.ts';
import { awaitVerdict, submit } from '../../harness/outputs.ts';
import { makeAutomation, newAddress, signUp } from '../../harness/people.ts';
import { embeddedDatabaseUrl } from '../../harness/process.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../../harness/system.ts';
import { deadLetterWord, LETTERS, plantWord, publishUnreadable } from './plant-word.ts';
import { servicesOf, tablesToEmpty, tablesWith } from './tables-with.ts';

let system: EmbeddedSystem;
let database: Postgres;
let admin: Client;
let workspaceId: string;

beforeAll(async () => {
  system = await startEmbeddedSystem(
    { LOG_LEVEL: 'silent', SIGN_UP: 'open' },
    { eraseEveryMs: 200 },
  );
  // Connects as superuser, because the roles of the services only see their own tables.
  database = new Postgres({ connectionString: await embeddedDatabaseUrl(system.dataDir) });
  await database.connect();
  admin = await system.signIn();
  workspaceId = String((await system.automation.get('/api/verify')).body['workspaceId']);
}, 60_000);

afterAll(async () => {
  await database.end();
  await system.stop();
});

test('disables an erased workspace at once, and soon erases all its data', async () => {
  const word = `planted${randomBytes(8).toString('hex')}`;
  await plantWord({ admin, automation: system.automation }, word);
  await deadLetter(word);
  await queueForDigest();
  expect(servicesOf(await tablesWith(database, word))).toEqual(SERVICES);
  expect(await filesWith(word)).toBeGreaterThan(0);
  const kept = await signUpElsewhere();

  const typed = await admin.delete(`/api/workspaces/${workspaceId}`, { body: { name: 'Other' } });
  const foreign = await admin.delete(`/api/workspaces/${randomUUID()}`, { body: { name: word } });
  const erased = await admin.delete(`/api/workspaces/${workspaceId}`, { body: { name: word } });

  expect(typed).toMatchObject({ status: 400, body: { fields: { name: expect.any(String) } } });
  expect(foreign.status).toBe(404);
  expect(erased).toMatchObject({ status: 200, body: { ok: true } });
  expect((await system.automation.get('/api/logs')).status).toBe(401);
  expect((await admin.get('/api/logs')).status).toBe(401);
  await eventually(async () => {
    expect(await tablesWith(database, word)).toEqual([]);
    expect(await filesWith(word)).toBe(0);
    expect(await tablesToEmpty(database, workspaceId)).toEqual([]);
  }, 60_000);

  expect((await kept.client.get('/api/rules')).text).toContain(kept.word);
  expect(await tablesWith(database, kept.word)).toContain('evaluator.rules');
}, 120_000);

test('erases the dead letters of a deleted output, including later ones', async () => {
  const word = `deleted${randomBytes(8).toString('hex')}`;
  const late = `late${randomBytes(8).toString('hex')}`;
  const kept = `kept${randomBytes(8).toString('hex')}`;
  const person = await signUp(system, { email: newAddress('deleting'), workspaceName: 'Deleting' });
  const automation = await makeAutomation(system, person);
  const workspace = String((await automation.get('/api/verify')).body['workspaceId']);
  const { id } = await submit(automation, { project: 'Deleting', output: word });
  const other = await submit(automation, { project: 'Deleting', output: 'kept' });
  await awaitVerdict(automation, id, 20_000);
  await deadLetterWord(database, `${workspace}/${id}`, word);

  expect((await person.delete(`/api/logs/${id}`)).status).toBe(200);

  await eventually(async () => expect(await tablesWith(database, word)).toEqual([]), 30_000);
  await publishUnreadable(database, `${workspace}/${id}`, late);
  // A dead letter of an output that was not deleted, sent after those.
  await deadLetterWord(database, `${workspace}/${other.id}`, kept);
  await eventually(async () => {
    const tables = await tablesWith(database, late);
    // Media only consumes deletions, which contain no text of an output.
    expect(tables.filter((table) => table !== 'media.dead_letters')).toEqual([]);
  }, 30_000);
  // Delivered events are removed from the gateway's outbox a moment later.
  await eventually(async () => expect(await tablesWith(database, kept)).toEqual(LETTERS), 30_000);
}, 120_000);

/** Makes an output wait for a digest. */
async function queueForDigest(): Promise<void> {
  const change = { slackApp: SLACK_APP, slackDigest: 'P1D' };
  expect((await admin.patch('/api/settings', change)).status).toBe(200);
  const held = { project: 'Held', output: 'A letter.', requireApproval: true };
  const { id } = await submit(system.automation, held);
  await awaitVerdict(system.automation, id);
  expect(await tablesWith(database, id)).toContain('review.digest_items');
}

/** Makes an unreadable message of the workspace a dead letter. */
async function deadLetter(word: string): Promise<void> {
  await database.query(
    `INSERT INTO gateway.outbox (topic, key, event_id, source, time, json, bytes)
     VALUES ('outputs.submitted', $1, $2, 'gateway', now(), $3, 10)`,
    [`${workspaceId}/poison`, randomUUID(), JSON.stringify({ not: word })],
  );
  await eventually(async () => {
    expect(await tablesWith(database, word)).toContain('review.dead_letters');
  }, 20_000);
}

/** Creates another workspace with a rule. */
async function signUpElsewhere(): Promise<{ readonly client: Client; readonly word: string }> {
  const word = `kept${randomBytes(8).toString('hex')}`;
  const client = await signUp(system, { email: newAddress('kept'), workspaceName: word });
  const rule = { name: word, type: 'keyword_forbidden', value: word };
  expect((await client.post('/api/rules', rule)).status).toBe(201);
  return { client, word };
}

/** Counts files in the store that contain a text in their name or bytes. */
async function filesWith(text: string): Promise<number> {
  const folder = join(system.dataDir, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let found = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => '');
    if (entry.name.includes(text) || bytes.includes(text)) found += 1;
  }
  return found;
}
