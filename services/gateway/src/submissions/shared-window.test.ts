import { expect, test } from '@jest/globals';
import { ALL_CONNECTIONS, eventually, makeApiClient } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

// Four gateways run in one process. Nothing listens at this URL, so PostgreSQL counts.
const rateWindow = { redisUrl: 'redis://127.0.0.1:1' };

const BODY = { project: 'Support', output: 'text' };

const listenersOf = (system: TestGateway, urls: readonly string[]) =>
  urls.map((url) => makeApiClient(url, { authorization: system.authorization }));

/** The acceptance times of all submissions, in ms. */
async function acceptedTimes({ sql }: TestGateway): Promise<readonly number[]> {
  const { rows } = await sql.query<{ accepted_at: Date }>(
    'SELECT accepted_at FROM submissions ORDER BY accepted_at',
  );
  return rows.map((row) => row.accepted_at.getTime());
}

async function slotTimes({ sql }: TestGateway): Promise<readonly number[]> {
  const { rows } = await sql.query<{ taken_at: Date }>(
    'SELECT taken_at FROM rate_window_slots JOIN rate_window USING (epoch) ORDER BY taken_at',
  );
  return rows.map((row) => row.taken_at.getTime());
}

/** Switches like gateways that find Redis again, and then lose it. */
async function switchTwice(client: Pick<Client, 'query'>): Promise<void> {
  await client.query('SELECT count_rate_slots_in_redis(epoch, 60000) FROM rate_window');
  await client.query('SELECT count_rate_slots_in_postgres(epoch, 60000) FROM rate_window');
}

test('four gateways without Redis accept sixty of two hundred, at the times of their slots', async () => {
  await using system = await startTestGateway({ ...ALL_CONNECTIONS, rateWindow });
  const others = await Promise.all([1, 2, 3].map(() => system.startAgain()));
  const listeners = listenersOf(
    system,
    [system.gateway, ...others].map(({ publicUrl }) => publicUrl),
  );

  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => listeners[n % 4]!.post('/api/logs', BODY)),
  );
  const accepted = await acceptedTimes(system);
  await Promise.all(others.map((other) => other.stop()));

  expect(answers.filter(({ status }) => status === 202)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(140);
  expect(accepted).toHaveLength(60);
  expect(await slotTimes(system)).toEqual(accepted);
});

test('without Redis a gateway is ready, and reports that it is degraded', async () => {
  await using system = await startTestGateway({ ...ALL_CONNECTIONS, rateWindow });

  expect(await system.gateway.ready()).toMatchObject({
    ready: true,
    checks: { database: 'ok', 'rate window': expect.stringContaining('degraded: counted in') },
  });
});

test('counts a row again, with a new time, if its slot became outdated before the insert', async () => {
  await using system = await startTestGateway({ ...ALL_CONNECTIONS, rateWindow });
  await system.tokenApi.post('/api/logs', BODY);
  await using session = await openSession(system);

  // The slot is taken, and the insert waits for the table, as in a gateway that hangs.
  await session.query('BEGIN; LOCK TABLE submissions IN EXCLUSIVE MODE');
  const answer = system.tokenApi.post('/api/logs', BODY);
  await eventually(async () => expect(await slotTimes(system)).toHaveLength(2));
  await switchTwice(system.sql);
  const [counted] = await slotTimes(system);
  await session.query('COMMIT');

  expect((await answer).status).toBe(202);
  const accepted = await acceptedTimes(system);
  expect(accepted).toHaveLength(2);
  expect(accepted[0]).toBe(counted);
  expect(await slotTimes(system)).toEqual(accepted);
});

test('refuses a row with an outdated slot if others have filled the window', async () => {
  await using system = await startTestGateway({
    ...ALL_CONNECTIONS,
    rateWindow,
    rateLimitPerMinute: 2,
  });
  await using session = await openSession(system);
  await system.tokenApi.post('/api/logs', BODY);

  await session.query('BEGIN; LOCK TABLE submissions IN EXCLUSIVE MODE');
  const late = system.tokenApi.post('/api/logs', BODY);
  await eventually(async () => expect(await slotTimes(system)).toHaveLength(2));
  await switchTwice(system.sql);
  // An invalid request takes a slot and needs no insert.
  const other = await system.tokenApi.post('/api/logs', { ...BODY, output: 7 });
  await session.query('COMMIT');

  expect(other.status).toBe(400);
  expect((await late).status).toBe(429);
  expect(await acceptedTimes(system)).toHaveLength(1);
});

test('a slot that was carried over is valid without being counted again', async () => {
  await using system = await startTestGateway({ ...ALL_CONNECTIONS, rateWindow });
  await system.tokenApi.post('/api/logs', BODY);
  await using session = await openSession(system);

  await session.query('BEGIN; LOCK TABLE submissions IN EXCLUSIVE MODE');
  const answer = system.tokenApi.post('/api/logs', BODY);
  await eventually(async () => expect(await slotTimes(system)).toHaveLength(2));
  const times = await slotTimes(system);
  await session.query('SELECT count_rate_slots_in_redis(epoch, 60000) FROM rate_window');
  await session.query('COMMIT');

  expect((await answer).status).toBe(202);
  expect(await acceptedTimes(system)).toEqual(times);
});

test('the window of a single process needs nothing from the database', async () => {
  await using system = await startTestGateway(ALL_CONNECTIONS);
  await system.sql.query('DROP FUNCTION hold_rate_window; DROP TABLE rate_window');

  expect((await system.tokenApi.post('/api/logs', BODY)).status).toBe(202);
});

async function openSession(system: TestGateway) {
  const client = new Client(system.connection);
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
