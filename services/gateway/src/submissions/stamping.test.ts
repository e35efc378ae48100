import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OutputsSubmitted, TOPICS } from '@output-review/contracts';
import { generateAssertionKeys } from '@output-review/runtime';
import {
  type ApiClient,
  awaitedLocks,
  eventually,
  makeApiClient,
} from '@output-review/runtime/testing';

import type { RunningGateway } from '../service.ts';
import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';
import {
  type InstructionsPeer,
  startInstructionsPeer,
} from '../../test/submitting/instructions-peer.ts';

// Two gateways run in one process.
let system: TestGateway;
let instructions: InstructionsPeer;
let other: RunningGateway;
let listeners: readonly [ApiClient, ApiClient];
let workspaceId: string;
const sent = new Map<string, OutputsSubmitted>();

beforeAll(async () => {
  const assertionKeys = generateAssertionKeys();
  instructions = await startInstructionsPeer(assertionKeys.publicKey);
  const nobody = (): string => 'http://127.0.0.1:1';
  system = await startTestGateway({
    assertionKeys,
    // Nothing listens at this URL, so PostgreSQL counts, as with several gateways.
    rateWindow: { redisUrl: 'redis://127.0.0.1:1' },
    rateLimitPerMinute: 100_000,
    peers: {
      ...{ evaluator: nobody, review: nobody, media: nobody },
      instructions: () => instructions.url,
    },
  });
  other = await system.startAgain();
  const listenerOf = ({ publicUrl }: RunningGateway): ApiClient =>
    makeApiClient(publicUrl, { authorization: system.authorization });
  listeners = [listenerOf(system.gateway), listenerOf(other)];
  system.bus.subscribe({
    ...{ topic: TOPICS.outputsSubmitted, group: 'test', batchMax: 500 },
    handle: async (batch) => {
      for (const { data } of batch) {
        const event = data as OutputsSubmitted;
        sent.set(event.id, event);
      }
    },
  });
});

afterAll(async () => {
  await other.stop();
  await system[Symbol.asyncDispose]();
  await instructions.stop();
});

const submit = (body: object, listener = listeners[0], headers: Record<string, string> = {}) =>
  listener.post('/api/logs', { project: 'Support', output: 'text', ...body }, headers);

const save = (task: string, listener = listeners[0]) =>
  listener.post('/api/instructions/versions', { project: 'Support', task, content: 'Be kind.' });

/** Creates a task without instructions, by submitting to it. */
async function makeTask(task: string): Promise<string> {
  await submit({ task, id: `first-of-${task}` });
  const { rows } = await system.sql.query<{ id: string; workspace_id: string }>(
    'SELECT id, workspace_id FROM tasks WHERE name = $1',
    [task],
  );
  const [row] = rows;
  workspaceId = row?.workspace_id ?? '';
  instructions.tasks.set(task, row?.id ?? '');
  return row?.id ?? '';
}

/** The version in the event, which must be the same as sent from memory and as stored. */
async function stampOf(id: string): Promise<number | null> {
  await eventually(() => expect(sent.has(id)).toBe(true));
  const { rows } = await system.sql.query<{ body: string }>(
    'SELECT body FROM submissions WHERE id = $1',
    [id],
  );
  const stored = JSON.parse(rows[0]?.body ?? '') as OutputsSubmitted;
  expect(sent.get(id)).toEqual(stored);
  return stored.instructionsVersion;
}

const eventOf = (taskId: string, version: number, fields: object = {}) => ({
  ...{ topic: TOPICS.instructionsChanged, key: `${workspaceId}/p/${taskId}` },
  ...{ id: `version ${version} of ${taskId}`, source: 'instructions', traceparent: null },
  time: new Date().toISOString(),
  json: JSON.stringify({
    ...{ workspaceId, projectId: 'p', taskId, version, hash: 'a'.repeat(64), source: 'api' },
    ...{ changedAt: new Date().toISOString(), ...fields },
  }),
});

test('stamps an output with the version that is active for its task when it is accepted', async () => {
  await makeTask('Refunds');
  await save('Refunds');
  await submit({ id: 'under-1', task: ' REFUNDS ', output: 'Grüße "…" \\ 🙂'.repeat(500) });
  await save('Refunds', listeners[1]);
  await submit({ id: 'under-2', task: 'Refunds' });
  await submit({ id: 'by-name', task: 'Refunds', instructionsVersion: 1 });
  await submit({ id: 'waiting', task: 'Refunds', sync: true });
  await submit({ id: 'no-task' });
  await submit({ id: 'another-task', task: 'Complaints' });

  expect(await stampOf('first-of-Refunds')).toBeNull();
  expect(await stampOf('under-1')).toBe(1);
  expect(await stampOf('under-2')).toBe(2);
  expect(await stampOf('by-name')).toBe(1);
  expect(await stampOf('waiting')).toBe(2);
  expect(await stampOf('no-task')).toBeNull();
  expect(await stampOf('another-task')).toBeNull();
});

test('a repeat is the same submission under any version, and keeps its stamp', async () => {
  await makeTask('Repeats');
  const body = { id: 'repeated', task: 'Repeats' };
  const key = { 'Idempotency-Key': 'stamped' };
  const first = await submit(body, listeners[0], key);
  await save('Repeats');

  const again = await submit(body, listeners[1], key);
  const named = await submit({ ...body, instructionsVersion: 1 });

  expect(again).toMatchObject({ status: 202, body: first.body });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  // A version that the caller names is part of the submission.
  expect(named).toMatchObject({ status: 409, body: { code: 'ID_CONFLICT' } });
  expect(await stampOf('repeated')).toBeNull();
});

test('no output that is submitted while versions are saved gets one older than was answered', async () => {
  const taskId = await makeTask('Race');
  const submitAfter = async (n: number, atLeast: number) => {
    const id = `race-${n}`;
    const { status } = await submit({ id, task: 'Race' }, listeners[n % 2 === 0 ? 0 : 1]);
    return { id, status, atLeast, atMost: instructions.versions.get(taskId) ?? 0 };
  };
  const submitting: ReturnType<typeof submitAfter>[] = [];
  for (let version = 1; version <= 20; version += 1) {
    const answer = await save('Race', listeners[version % 3 === 0 ? 0 : 1]);
    expect(answer).toMatchObject({ status: 200, body: { version } });
    for (let n = 0; n < 10; n += 1) submitting.push(submitAfter(submitting.length, version));
  }
  const submitted = await Promise.all(submitting);

  expect(submitted.map(({ status }) => status)).toEqual(Array(200).fill(202));
  for (const { id, atLeast, atMost } of submitted) {
    const stamp = (await stampOf(id)) ?? 0;
    expect(stamp).toBeGreaterThanOrEqual(atLeast);
    expect(stamp).toBeLessThanOrEqual(atMost);
  }
});

test('a version whose gateway died before its answer applies once its event arrives', async () => {
  const taskId = await makeTask('Events');
  const newest = eventOf(taskId, 3);

  await system.bus.send([eventOf(taskId, 2), newest, newest, eventOf('no-such-task', 9)]);
  await submit({ id: 'after-the-event', task: 'Events' });
  await system.bus.send([eventOf(taskId, 1), newest]);
  await submit({ id: 'after-an-older-one', task: 'Events' });

  expect(await stampOf('after-the-event')).toBe(3);
  expect(await stampOf('after-an-older-one')).toBe(3);
});

test('sets an undecodable event aside alone', async () => {
  const taskId = await makeTask('Poison');

  await system.bus.send([eventOf(taskId, 1), eventOf(taskId, 4, { hash: 'none' })]);
  await submit({ id: 'beside-poison', task: 'Poison' });

  expect(await stampOf('beside-poison')).toBe(1);
  const { rows } = await system.sql.query('SELECT key, code FROM dead_letters');
  expect(rows).toEqual([{ key: `${workspaceId}/p/${taskId}`, code: 'INVALID' }]);
});

test('an event waits for a database that is down, and is not set aside', async () => {
  const taskId = await makeTask('Outage');
  await system.sql.query('DELETE FROM dead_letters');
  await system.sql.query('BEGIN');
  await system.sql.query('LOCK TABLE instructions_versions IN ACCESS EXCLUSIVE MODE');
  const sending = system.bus.send([eventOf(taskId, 5)]);
  const blocked = "relation = 'instructions_versions'::regclass";
  const lose = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      await eventually(async () => {
        const pids = await awaitedLocks(system.sql, blocked);
        expect(pids).not.toEqual([]);
        await system.sql.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) pid', [
          pids,
        ]);
      });
    }
  };
  await lose(2);
  await system.sql.query('COMMIT');
  await sending;
  await submit({ id: 'after-the-outage', task: 'Outage' });

  expect(await stampOf('after-the-outage')).toBe(5);
  expect((await system.sql.query('SELECT FROM dead_letters')).rowCount).toBe(0);
});

test('does not answer with a version that cannot be recorded', async () => {
  await makeTask('Unrecorded');
  await system.sql.query(
    'ALTER TABLE instructions_versions ADD CONSTRAINT full_up CHECK (false) NOT VALID',
  );

  const refused = await save('Unrecorded');
  await system.sql.query('ALTER TABLE instructions_versions DROP CONSTRAINT full_up');
  const saved = await save('Unrecorded');
  await submit({ id: 'after-a-refusal', task: 'Unrecorded' });

  expect(refused.status).toBe(500);
  expect(saved).toMatchObject({ status: 200, body: { version: 2 } });
  expect(await stampOf('after-a-refusal')).toBe(2);
});
