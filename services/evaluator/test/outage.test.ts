import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TOPICS } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';
import { Client } from 'pg';

import {
  aSubmission,
  startTestEvaluator,
  submittedEvent,
  type TestEvaluator,
} from './test-evaluator.ts';

let evaluator: TestEvaluator;
let admin: Client;

beforeAll(async () => {
  evaluator = await startTestEvaluator();
  admin = new Client({ connectionString: evaluator.database.adminUrl });
  await admin.connect();
});

afterAll(async () => {
  await admin.end();
  await evaluator.stop();
});

test('while the database is away nothing is set aside, and all is evaluated after it', async () => {
  const { bus, clock, database, service } = evaluator;
  const submissions = Array.from({ length: 50 }, () => aSubmission(clock));
  await admin.query(`ALTER DATABASE ${database.name} CONNECTION LIMIT 0`);
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = $1 AND usename = 'evaluator'`,
    [database.name],
  );

  const sent = bus.send(submissions.map(submittedEvent));
  await eventually(() => {
    expect(evaluator.warnings).toContain('consumer waits for an outage to end');
  });

  expect(service.consumers[TOPICS.outputsSubmitted]?.lag()).toBeGreaterThan(0);
  expect(evaluator.published).toEqual([]);
  expect((await service.ready()).ready).toBe(false);
  const door = await evaluator.api('w1');
  expect(await door.get('/api/rules')).toMatchObject({
    status: 503,
    body: { code: 'UNAVAILABLE' },
  });

  await admin.query(`ALTER DATABASE ${database.name} CONNECTION LIMIT -1`);
  await sent;
  // The pauses between tries grow to 5 s.
  await eventually(() => {
    const ids = evaluator.published.map(({ id }) => id);
    expect(ids.sort()).toEqual(submissions.map(({ id }) => id).sort());
  });
  const operator = await evaluator.operator();
  expect((await operator.get('/internal/dead-letters')).body).toEqual({ deadLetters: [] });
});

test('a result that a killed process was about to announce is announced by the next start', async () => {
  const { bus, clock } = evaluator;
  const output = aSubmission(clock);
  await bus.send([submittedEvent(output)]);
  await evaluator.resultOf(output.id);
  await eventually(async () => {
    const { rows } = await admin.query(
      'SELECT 1 FROM evaluator.evaluations WHERE output_id = $1 AND sent_at IS NOT NULL',
      [output.id],
    );
    expect(rows).toHaveLength(1);
  });
  await admin.query(
    `UPDATE evaluator.evaluations SET sent_at = NULL, claimed_until = now() + interval '1 hour'
     WHERE output_id = $1`,
    [output.id],
  );

  const replica = await evaluator.startReplica({ isAlone: true });

  try {
    await eventually(() => expect(evaluator.sentOf(output.id)).toHaveLength(2));
    expect(evaluator.publishedOf(output.id)).toHaveLength(1);
  } finally {
    await replica.stop();
  }
});
