import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OutputsSubmitted, TOPICS } from '@output-review/contracts';
import {
  ALL_CONNECTIONS,
  busAway,
  cutFirstChange,
  eventually,
} from '@output-review/runtime/testing';
import { Client } from 'pg';

import {
  aSubmission,
  startTestEvaluator,
  submittedEvent,
  type TestEvaluator,
} from '../../test/test-evaluator.ts';

let evaluator: TestEvaluator;
let admin: Client;

beforeAll(async () => {
  evaluator = await startTestEvaluator(ALL_CONNECTIONS);
  admin = new Client({ connectionString: evaluator.database.adminUrl });
  await admin.connect();
});

afterAll(async () => {
  await admin.end();
  await evaluator.stop();
});

test('creates no dead letters during a database outage, and evaluates everything after it', async () => {
  const { bus, clock, database, service } = evaluator;
  const submissions = Array.from({ length: 50 }, () => aSubmission(clock));
  await using outage = await database.startOutage();

  const sent = bus.send(submissions.map(submittedEvent));
  await eventually(() => {
    expect(evaluator.warnings).toContain('consumer is waiting for an outage to end');
  });

  expect(service.consumers[TOPICS.outputsSubmitted]?.lag()).toBeGreaterThan(0);
  expect(evaluator.published).toEqual([]);
  expect((await service.ready()).ready).toBe(false);
  const listener = await evaluator.api('w1');
  expect(await listener.get('/api/rules')).toMatchObject({
    status: 503,
    body: { code: 'UNAVAILABLE' },
  });

  await outage.end();
  await sent;
  // The backoff between retries grows to 5 s.
  await eventually(() => {
    const ids = evaluator.published.map(({ id }) => id);
    expect(ids.sort()).toEqual(submissions.map(({ id }) => id).sort());
  });
  const operator = await evaluator.operator();
  expect((await operator.get('/internal/dead-letters')).body).toEqual({ deadLetters: [] });
});

test('hands the submissions of a replica that shuts down during a bus outage over to others', async () => {
  const { bus, service, clock } = evaluator;
  const output = aSubmission(clock);
  let tries = 0;
  const away = { ...busAway(bus), send: () => Promise.reject(new Error(`away ${(tries += 1)}`)) };
  const replica = await evaluator.startReplica({ bus: away });
  const own = service.consumers[TOPICS.outputsSubmitted];
  await own?.pause();
  const sent = bus.send([submittedEvent(output)]);
  await eventually(() => expect(tries).toBeGreaterThan(1));

  await replica.consumers[TOPICS.outputsSubmitted]?.close();
  own?.resume();

  await sent;
  expect(evaluator.sentOf(output.id)).toHaveLength(1);
  await replica.stop();
});

test('announces on the next start a result that a killed process was about to announce', async () => {
  const output = await evaluateInline();
  await leaveClaimed(output.id);

  const replica = await evaluator.startReplica({ isSingleInstance: true });

  try {
    await eventually(() => expect(evaluator.sentOf(output.id)).toHaveLength(2));
    expect(evaluator.publishedOf(output.id)).toHaveLength(1);
  } finally {
    await replica.stop();
  }
});

test('sends at once from another replica a result that a stopped replica had claimed but not sent', async () => {
  const output = await evaluateInline();
  await leaveClaimed(output.id);
  const replica = await evaluator.startReplica({
    isSingleInstance: true,
    bus: busAway(evaluator.bus),
  });
  await eventually(async () => {
    const { rows } = await admin.query(
      `SELECT FROM evaluator.evaluation_outbox WHERE claimed_until < now() + interval '1 minute'`,
    );
    expect(rows).toHaveLength(1);
  });

  await replica.stop();

  await isRemovedFromOutbox(output.id);
  expect(evaluator.sentOf(output.id)).toHaveLength(2);
});

test('sends on the next start a result that a replica of the previous release left unsent', async () => {
  const output = await evaluateInline();
  await admin.query(
    'UPDATE evaluator.evaluations SET sent_at = NULL, claimed_until = NULL WHERE output_id = $1',
    [output.id],
  );

  const replica = await evaluator.startReplica({ isSingleInstance: true });

  try {
    await eventually(() => expect(evaluator.sentOf(output.id)).toHaveLength(2));
    await isRemovedFromOutbox(output.id);
  } finally {
    await replica.stop();
  }
});

test('does not send an outbox row whose result was replaced or deleted', async () => {
  const output = await evaluateInline();
  await admin.query(
    `INSERT INTO evaluator.evaluation_outbox (seq, workspace_id, output_id, recorded_at)
     SELECT seq + 1000000, workspace_id, output_id, now() - interval '1 minute'
     FROM evaluator.evaluations WHERE output_id = $1`,
    [output.id],
  );

  await isRemovedFromOutbox(output.id);
  expect(evaluator.sentOf(output.id)).toHaveLength(1);
});

test("continues a start whose release of a killed process's claims was interrupted", async () => {
  const killed = await startTestEvaluator();
  await killed.service.stop();
  const sql = new Client({ connectionString: killed.database.adminUrl });
  await sql.connect();
  const updates = await cutFirstChange(sql, 'evaluator.shadow_runs');

  const alone = await killed.startReplica({ isSingleInstance: true });

  expect(await updates()).toBeGreaterThanOrEqual(2);
  await alone.stop();
  await sql.end();
  await killed.stop();
});

/** Records and sends a result. */
async function evaluateInline(): Promise<OutputsSubmitted> {
  const output = aSubmission(evaluator.clock, { sync: true });
  await (await evaluator.internal()).post('/internal/evaluate', output);
  await evaluator.resultOf(output.id);
  await isRemovedFromOutbox(output.id);
  return output;
}

/** Puts a result back into the outbox, as if a replica had claimed but never sent it. */
async function leaveClaimed(id: string): Promise<void> {
  await admin.query(
    `INSERT INTO evaluator.evaluation_outbox (seq, workspace_id, output_id, claimed_until)
     SELECT seq, workspace_id, output_id, now() + interval '1 hour'
     FROM evaluator.evaluations WHERE output_id = $1`,
    [id],
  );
}

async function isRemovedFromOutbox(id: string): Promise<void> {
  await eventually(async () => {
    const { rows } = await admin.query(
      'SELECT 1 FROM evaluator.evaluation_outbox WHERE output_id = $1',
      [id],
    );
    expect(rows).toEqual([]);
  });
}
