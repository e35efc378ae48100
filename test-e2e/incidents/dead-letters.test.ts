import { randomUUID } from 'node:crypto';

import { TOPICS } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';

import { awaitVerdict, search, submit, uniqueName } from '../harness/outputs.ts';
import { embeddedDatabaseUrl, runCommand } from '../harness/process.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../harness/system.ts';

// One every four seconds for two days, in each of two services.
const LETTERS = 43_200;
const POISONED = 20;
const REPLAYED = 50;

let system: EmbeddedSystem;
let database: Client;

beforeAll(async () => {
  system = await startEmbeddedSystem({ LOG_LEVEL: 'silent' });
  database = new Client({ connectionString: await embeddedDatabaseUrl(system.dataDir) });
  await database.connect();
}, 60_000);

afterAll(async () => {
  await database.end();
  await system.stop();
});

const deadLetters = (...args: string[]) =>
  runCommand('tools/src/dead-letters/main.ts', [...args, '--data-dir', system.dataDir]);

test('two days of dead letters do not affect outputs, health or metrics, and can be listed and replayed', async () => {
  const project = uniqueName('Waiting');
  for (let n = 0; n < REPLAYED; n += 1) await submit(system.automation, { project, output: 'a' });
  await copyDeadLetters(project);
  await poison();
  for (const service of ['evaluator', 'review'] as const) {
    await eventually(async () => {
      const { rows } = await database.query(OF_POISON(service));
      expect(rows).toHaveLength(POISONED);
    });
    await database.query(COPY_OF(service), [LETTERS / POISONED - 1]);
    await database.query(`ANALYZE ${service}.dead_letters`);
  }

  const { id } = await submit(system.automation, { project: uniqueName('Healthy'), output: 'a' });
  await awaitVerdict(system.automation, id);
  for (const service of ['evaluator', 'review'] as const) {
    const { url } = system.embedded.services[service];
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    // The count is capped at 10,000 to finish in time for the scrape.
    expect(openIn(metrics)).toBe(10_000);
    expect(metrics).not.toMatch(
      /^output_review_scrape_failures_total\{source="dead letters"\} [1-9]/m,
    );
  }

  const listed = await deadLetters('list');
  expect(listed.code).toBe(0);
  expect(listed.stdout.split('\n\n').filter(Boolean)).toHaveLength(2 * LETTERS + REPLAYED);
  const { rows } = await database.query<{ id: string }>(OF_PROJECT);
  const replayed = await deadLetters('replay', ...rows.map((letter) => `review/${letter.id}`));
  expect(replayed).toMatchObject({ code: 0, stdout: `${REPLAYED} replayed, 0 not.` });
  expect(await search(system.automation, { project, status: 'pass', limit: '1' })).toMatchObject({
    total: REPLAYED,
  });
}, 240_000);

const openIn = (metrics: string): number =>
  [...metrics.matchAll(/^output_review_dead_letters_open\{.*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );

/** Sends messages with the right topic and invalid content. */
async function poison(): Promise<void> {
  const { body } = await system.automation.get('/api/verify');
  for (let n = 0; n < POISONED; n += 1) {
    const key = `${String(body['workspaceId'])}/poison-${randomUUID()}`;
    await database.query(
      `INSERT INTO gateway.outbox (topic, key, event_id, source, time, json, bytes)
       VALUES ($1, $2, $3, 'gateway', now(), '{"not": "what the contract says"}', 40)`,
      [TOPICS.outputsSubmitted, key, randomUUID()],
    );
  }
}

/** Adds dead letters for messages that review has processed, as if they had failed. */
async function copyDeadLetters(project: string): Promise<void> {
  const sql = `
    INSERT INTO review.dead_letters
      (consumer_group, event_id, topic, key, source, time, json, position, code, reason, attempts, sent_at)
    SELECT 'review', gen_random_uuid(), $1, workspace_id || '/' || id, 'gateway', now(), body, '0/0', 'REFUSED',
      'an error that was mended', 1, now()
    FROM gateway.submissions WHERE body IS NOT NULL AND body LIKE '%' || $2 || '%'`;
  expect((await database.query(sql, [TOPICS.outputsSubmitted, project])).rowCount).toBe(REPLAYED);
}

const OF_PROJECT = `SELECT id FROM review.dead_letters WHERE reason = 'an error that was mended' ORDER BY id`;
const OF_POISON = (service: string): string =>
  `SELECT FROM ${service}.dead_letters WHERE key LIKE '%/poison-%'`;

/** Copies the dead letters for other outputs. */
const COPY_OF = (service: string): string => `
  INSERT INTO ${service}.dead_letters
    (consumer_group, event_id, topic, key, source, time, json, position, code, reason, attempts, sent_at)
  SELECT consumer_group, gen_random_uuid(), topic, key || '-' || n, source, time, json, position, code, reason,
    attempts, now()
  FROM ${service}.dead_letters, generate_series(1, $1) AS n WHERE key LIKE '%/poison-%'`;
