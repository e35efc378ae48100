import { beforeAll, expect, test } from '@jest/globals';
import { TOPICS } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';

import { resendSubmissions } from './bodies.sql.ts';
import { useTestGateway } from '../../test/start-test-gateway.ts';

const system = useTestGateway({ rateLimitPerMinute: 0 });
const sent: string[] = [];
const room = { rows: 100, bytes: 1_000_000 };

beforeAll(() => {
  system.bus.subscribe({
    topic: TOPICS.outputsSubmitted,
    group: 'test',
    batchMax: 500,
    handle: async (batch) => void sent.push(...batch.map(({ key }) => key.split('/')[1] ?? '')),
  });
});

const timesSent = (id: string): number => sent.filter((one) => one === id).length;

/** Accepts a submission whose event is acknowledged but never reaches review. */
async function loseSubmission(id: string, minutesAgo: number, output = 'text'): Promise<void> {
  system.peers.review.missing.add(id);
  await system.tokenApi.post('/api/logs', { project: 'Support', output, id });
  await eventually(async () => {
    expect(timesSent(id)).toBe(1);
    expect(await outbox()).toEqual([]);
  });
  await setTimes(id, { accepted: minutesAgo });
}

async function setTimes(id: string, { accepted = 0, resent = null as number | null }) {
  await system.sql.query(
    `UPDATE submissions SET accepted_at = now() - $2 * interval '1 minute',
       resent_at = now() - $3::float8 * interval '1 minute' WHERE id = $1`,
    [id, accepted, resent],
  );
}

async function outbox(): Promise<string[]> {
  const { rows } = await system.sql.query<{ id: string }>(
    'SELECT id FROM submission_outbox ORDER BY seq',
  );
  return rows.map(({ id }) => id);
}

/** Runs the job once, by a start, and sends what the job puts into the outbox. */
async function runJob(): Promise<void> {
  const marker = `job-${sent.length}`;
  await loseSubmission(marker, 5.1);
  // No other gateway sends meanwhile, whose rows would have to be left alone.
  const again = await system.startAgain({ relay: { graceMs: 0, sweepEveryMs: 20 } });
  // The newest due submission, so everything else was sent before it.
  await eventually(() => expect(timesSent(marker)).toBe(2));
  await again.stop();
  system.peers.review.missing.delete(marker);
  await eventually(async () => expect(await outbox()).toEqual([]));
}

test('sends again what review lacks five minutes after its acceptance, and keeps its body', async () => {
  await loseSubmission('lost', 6);
  await loseSubmission('young', 4);

  await runJob();

  expect(timesSent('lost')).toBe(2);
  expect(timesSent('young')).toBe(1);
  const { rows } = await system.sql.query(
    `SELECT id FROM submissions WHERE id IN ('lost', 'young') AND body IS NOT NULL`,
  );
  expect(rows).toHaveLength(2);
});

test('sends a sync submission without an answer again too', async () => {
  await loseSubmission('sync', 6);
  await system.sql.query(
    `UPDATE submissions SET is_sync = true, lease_until = now() WHERE id = 'sync'`,
  );

  await runJob();

  expect(timesSent('sync')).toBe(2);
});

test('does not send again what review has or what was deleted', async () => {
  await loseSubmission('held', 60);
  await loseSubmission('deleted', 60);
  system.peers.review.missing.delete('held');
  await system.sql.query(
    `UPDATE submissions SET body = NULL, deleted_at = now() WHERE id = 'deleted'`,
  );

  await runJob();

  expect([timesSent('held'), timesSent('deleted')]).toEqual([1, 1]);
});

test('sends what stays missing less and less often, but still once a day', async () => {
  const hour = 60;
  await loseSubmission('just-resent', 0);
  await setTimes('just-resent', { accepted: 60, resent: 29 });
  await loseSubmission('resent-long-ago', 0);
  await setTimes('resent-long-ago', { accepted: 60, resent: 31 });
  await loseSubmission('of-last-month', 0);
  await setTimes('of-last-month', { accepted: 30 * 24 * hour, resent: 25 * hour });

  await runJob();

  expect(timesSent('just-resent')).toBe(1);
  expect(timesSent('resent-long-ago')).toBe(2);
  expect(timesSent('of-last-month')).toBe(2);
});

test('a run takes the oldest first, within its limit', async () => {
  const { rows } = await system.sql.query<{ workspace_id: string }>(
    'SELECT workspace_id FROM submissions LIMIT 1',
  );
  const keys = ['large-1', 'large-2', 'large-3'].map((id) => ({
    workspaceId: rows[0]?.workspace_id ?? '',
    id,
  }));
  for (const [index, { id }] of keys.entries()) {
    await loseSubmission(id, 0, 'x'.repeat(10_000));
    await setTimes(id, { accepted: 30 - index });
  }
  // Nothing may send the outbox meanwhile.
  await system.gateway.stop();

  const byBytes = await resendSubmissions(system.sql, keys, { rows: 100, bytes: 15_000 });
  const afterBytes = await outbox();
  const byRows = await resendSubmissions(system.sql, keys, { rows: 0, bytes: 1_000_000 });
  const rest = await resendSubmissions(system.sql, keys, room);
  const again = await resendSubmissions(system.sql, keys, room);

  expect(byBytes).toMatchObject({ rows: 2 });
  expect(byBytes.bytes).toBeGreaterThan(20_000);
  expect(afterBytes).toEqual(['large-1', 'large-2']);
  expect([byRows.rows, rest.rows, again.rows]).toEqual([0, 1, 0]);
  expect(await outbox()).toEqual(['large-1', 'large-2', 'large-3']);
});
