import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TOPICS } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { awaitVerdict, submit, uniqueName } from '../outputs.ts';
import { runCommand } from '../process.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../system.ts';

let system: EmbeddedSystem;

beforeAll(async () => {
  system = await startEmbeddedSystem({ LOG_LEVEL: 'silent' });
}, 60_000);

afterAll(() => system.stop());

test('a message that nobody understands is set aside alone, and its output ends as error', async () => {
  const id = `poison-${randomUUID()}`;
  await publishPoison(id);

  const { body } = await awaitVerdict(system.automation, id, 20_000);
  const healthy = await submit(system.automation, { project: uniqueName('Healthy'), output: 'a' });

  expect(body).toMatchObject({ id, status: 'error', verdict: null });
  expect((await awaitVerdict(system.automation, healthy.id)).body['status']).toBe('pass');
}, 60_000);

test('the command shows what was set aside and why, and replays it', async () => {
  const id = `poison-${randomUUID()}`;
  await publishPoison(id);

  const listed = await eventually(async () => {
    const { code, stdout } = await deadLetters('list');
    expect(code).toBe(0);
    expect(stdout).toContain(id);
    return stdout;
  }, 30_000);
  const [letter = ''] = listed.split('\n\n').filter((each) => each.includes(id));
  const [letterId = ''] = letter.split(/\s/);
  const replayed = await deadLetters('replay', letterId);
  const unknown = await deadLetters('replay', 'no-such-letter');

  expect(letter).toContain(TOPICS.outputsSubmitted);
  // Nothing has changed, so it cannot be handled now either; it stays and says why.
  expect(replayed).toMatchObject({ code: 1, stderr: expect.stringContaining(letterId) });
  expect((await deadLetters('list')).stdout).toContain(letterId);
  expect(unknown).toMatchObject({ code: 1, stdout: '0 replayed, 1 not.' });
}, 60_000);

test('where nothing runs the command says so', async () => {
  const answer = await runCommand('tools/src/dead-letters/main.ts', [
    ...['list', '--data-dir', `${system.dataDir}/nowhere`],
  ]);

  expect(answer).toMatchObject({ code: 1, stderr: expect.stringContaining('No service runs on') });
});

test('services apart are found by the variables that they are told themselves', async () => {
  const run = JSON.parse(await readFile(join(system.dataDir, 'run.json'), 'utf8')) as {
    services: Record<string, string>;
    assertionPrivateKey: string;
  };
  const urls = Object.entries(run.services).map(([name, url]) => [
    `${name.toUpperCase()}_URL`,
    url,
  ]);
  const list = (env: Record<string, string>) =>
    runCommand('tools/src/dead-letters/main.ts', ['list', '--data-dir', '/nowhere'], env);
  const access = {
    ...(Object.fromEntries(urls) as Record<string, string>),
    ASSERTION_PRIVATE_KEY: run.assertionPrivateKey,
  };

  expect(await list(access)).toMatchObject({ code: 0, stderr: '' });
  expect(await list({ ...access, MEDIA_URL: '', REVIEW_URL: 'review' })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/REVIEW_URL must be a URL[^]*MEDIA_URL must be set/),
  });
}, 60_000);

function deadLetters(...args: string[]) {
  const command = [...args, '--data-dir', system.dataDir];
  return runCommand('tools/src/dead-letters/main.ts', command);
}

/** Puts a message of the right topic and the wrong content where the gateway's are sent from. */
async function publishPoison(id: string): Promise<void> {
  const { body } = await system.automation.get('/api/verify');
  const client = new Client({ connectionString: system.embedded.databaseUrlOf('gateway') });
  await client.connect();
  const json = JSON.stringify({ not: 'what the contract says' });
  await client.query(
    `INSERT INTO gateway.outbox (topic, key, event_id, source, time, json, bytes)
     VALUES ($1, $2, $3, 'gateway', now(), $4, $5)`,
    [
      TOPICS.outputsSubmitted,
      `${String(body['workspaceId'])}/${id}`,
      randomUUID(),
      json,
      json.length,
    ],
  );
  await client.end();
}
