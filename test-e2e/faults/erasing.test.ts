import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ServiceName } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';
import { Client as Postgres } from 'pg';

import { type Client, type JsonObject, signIn } from '../client.ts';
import { awaitVerdict, submit } from '../outputs.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../system.ts';

let system: EmbeddedSystem;
let admin: Client;
let workspaceId: string;

beforeAll(async () => {
  system = await startEmbeddedSystem({ LOG_LEVEL: 'silent', SIGN_UP: 'open' });
  admin = await system.signIn();
  workspaceId = String((await system.automation.get('/api/verify')).body['workspaceId']);
}, 60_000);

afterAll(() => system.stop());

const SERVICES = ['gateway', 'evaluator', 'review', 'instructions', 'media'] as const;
// What stays says that there was a workspace, and that nothing more of it is to come in.
const STAYS = [
  'evaluator.erased_workspaces',
  'gateway.audit_heads',
  'gateway.workspaces',
  'instructions.erased_workspaces',
  'instructions.workspace_settings',
  'media.erased_workspaces',
  'review.audit_heads',
  'review.erased_workspaces',
  'review.workspace_settings',
];

test('an erased workspace is dead at once, and soon nothing that was put into it is anywhere', async () => {
  const word = `planted${randomBytes(8).toString('hex')}`;
  await plant(word);
  expect(await schemasWith(word)).toEqual([...SERVICES]);
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
    expect(await tablesWith(word)).toEqual([]);
    expect(await filesWith(word)).toBe(0);
    const left = await tablesWith(workspaceId);
    expect(left.filter((table) => !STAYS.includes(table))).toEqual([]);
  }, 60_000);

  expect((await kept.client.get('/api/rules')).text).toContain(kept.word);
  expect(await schemasWith(kept.word)).toContain('evaluator');
}, 120_000);

/** Puts a word wherever something can be put. */
async function plant(word: string): Promise<void> {
  const names = { project: `Project ${word}`, task: `Task ${word}` };
  const ok = async (answer: Promise<{ status: number; text: string }>): Promise<void> => {
    const { status, text } = await answer;
    if (status >= 300) throw new Error(`Planting was answered ${status}: ${text}`);
  };
  await ok(admin.patch('/api/settings', { workspaceName: word }));
  await ok(admin.post('/api/tokens', { name: word, scopes: ['read'] }));
  await ok(
    admin.post('/api/members/invitations', { email: `${word}@example.com`, role: 'viewer' }),
  );
  await ok(system.automation.post('/api/instructions', { ...names, default: `Say ${word}.` }));
  await ok(system.automation.post('/api/instructions/feedback', { ...names, comment: word }));
  await ok(admin.post('/api/rules', { name: word, type: 'keyword_forbidden', value: word }));
  const labels = { sessionId: word, subjectId: word, actorId: word, model: word, tags: [word] };
  const output: JsonObject = {
    ...{ ...names, ...labels, output: word, input: word, metadata: { [word]: word } },
    action: { name: word, summary: word, params: { [word]: word } },
    callbackUrl: `https://example.com/${word}`,
    attachments: [
      {
        ...{ source: 'upload', data: Buffer.from(`A text of ${word}.`).toString('base64') },
        ...{ filename: `${word}.txt`, label: word },
      },
    ],
  };
  const { id } = await submit(system.automation, output);
  await submit(system.automation, { ...output, id: `${word}-named`, sync: true });
  await awaitVerdict(system.automation, id, 30_000);
  await ok(admin.patch(`/api/logs/${id}/decision`, { decision: 'changed', comment: word }));
  await ok(system.automation.post('/api/uploads', { filename: `${word}.txt` }));
  await setAside(word);
}

/** Has a message of the workspace set aside that nobody can read. */
async function setAside(word: string): Promise<void> {
  await withDatabase('gateway', (client) =>
    client.query(
      `INSERT INTO gateway.outbox (topic, key, event_id, source, time, json, bytes)
       VALUES ('outputs.submitted', $1, $2, 'gateway', now(), $3, 10)`,
      [`${workspaceId}/poison`, randomUUID(), JSON.stringify({ not: word })],
    ),
  );
  await eventually(async () => {
    expect(await tablesWith(word)).toContain('review.dead_letters');
  }, 20_000);
}

/** Another workspace, with a rule in it. */
async function signUpElsewhere(): Promise<{ readonly client: Client; readonly word: string }> {
  const word = `kept${randomBytes(8).toString('hex')}`;
  const account = { email: `${word}@example.com`, password: 'correct horse battery' };
  const door = { headers: { origin: new URL(system.url).origin } };
  const answer = await system.stranger.post(
    '/api/auth/sign-up/email',
    { ...account, name: 'Bea', workspaceName: word },
    door,
  );
  expect(answer.status).toBe(200);
  const client = await signIn(system.url, account.email, account.password);
  const rule = { name: word, type: 'keyword_forbidden', value: word };
  expect((await client.post('/api/rules', rule)).status).toBe(201);
  return { client, word };
}

/** The tables of all services that have a row in which this stands. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const service of SERVICES) {
    await withDatabase(service, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY 1',
        [service],
      );
      for (const { name } of rows) {
        const table = `${service}."${name}"`;
        const hits = await client.query(
          `SELECT FROM ${table} AS r WHERE r::text ILIKE '%' || $1 || '%' LIMIT 1`,
          [text],
        );
        if (hits.rowCount) found.push(`${service}.${name}`);
      }
    });
  }
  return found.sort();
}

async function schemasWith(text: string): Promise<string[]> {
  const tables = await tablesWith(text);
  return SERVICES.filter((service) => tables.some((table) => table.startsWith(`${service}.`)));
}

/** How many files of the store have this in their name or their bytes. */
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

async function withDatabase<T>(
  service: ServiceName,
  work: (client: Postgres) => Promise<T>,
): Promise<T> {
  const client = new Postgres({ connectionString: system.embedded.databaseUrlOf(service) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
