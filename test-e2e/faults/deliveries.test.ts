import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually, startWebhookReceiver } from '@output-review/runtime/testing';
import { Client } from 'pg';
import { Webhook } from 'standardwebhooks';

import type { JsonObject } from '../client.ts';
import { submit, uniqueName } from '../outputs.ts';
import { embeddedDatabaseUrl, killService, type ServiceProcess, startProcess } from '../process.ts';
import { ADMIN, credentials, describeSystem, type System } from '../system.ts';

let dataDir: string;
let running: ServiceProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'output-review-deliveries-'));
});

afterEach(async () => {
  running?.kill('SIGINT');
  await running?.exited;
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

test('kill -9 between the answer and its bookkeeping sends again, with the same id', async () => {
  await using receiver = await startWebhookReceiver();
  const { system, process } = await start();
  const made = await system.automation.post('/api/subscriptions', { url: receiver.url });
  expect(made.status).toBe(201);
  const killed = new Promise<void>((resolve) => {
    receiver.answer = (response, _call, count) => {
      if (count === 1) resolve(answerAndKill(response, process));
      else response.end();
    };
  });
  const { id } = await submit(system.automation, { project: uniqueName('Told'), output: 'Text.' });
  await killed;

  const { system: next } = await start();

  await eventually(() => expect(receiver.calls.length).toBeGreaterThanOrEqual(2), 120_000);
  const ids = receiver.calls.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(1);
  const secret = new Webhook(String(made.body['secret']));
  for (const { text, headers } of receiver.calls) {
    expect(secret.verify(text, headers as Record<string, string>)).toMatchObject({
      ...{ event: 'pass', id, status: 'pass' },
    });
  }
  const admin = await next.signIn();
  await eventually(async () => {
    const { body } = await admin.get(`/api/deliveries?logId=${id}`);
    expect(body['items'] as JsonObject[]).toMatchObject([
      { id: ids[0], state: 'delivered', lastStatus: 200 },
    ]);
  });
}, 300_000);

/** Answers while somebody else holds the delivery, and kills when its bookkeeping waits for that. */
async function answerAndKill(response: ServerResponse, process: ServiceProcess): Promise<void> {
  const database = new Client({ connectionString: await embeddedDatabaseUrl(dataDir) });
  // The kill ends it too.
  database.on('error', () => {});
  await database.connect();
  await database.query('BEGIN');
  await database.query('SELECT FROM review.deliveries FOR UPDATE');
  response.end();
  await eventually(async () => {
    const { rows } = await database.query(
      `SELECT FROM pg_stat_activity WHERE usename = 'review' AND wait_event_type = 'Lock'`,
    );
    expect(rows).not.toEqual([]);
  }, 30_000);
  await killService(process, dataDir, 'all');
}

async function start(): Promise<{ system: System; process: ServiceProcess }> {
  const process = await startProcess({
    ...{ PORT: '0', DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' },
    ...{ EGRESS_ALLOW_CIDRS: '127.0.0.0/8', ...ADMIN },
  });
  running = process;
  return { process, system: describeSystem({ ...credentials(), url: process.url }) };
}
