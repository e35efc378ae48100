import { connect } from 'node:net';

import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Principal } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import {
  type EventReader,
  eventually,
  readEvents,
  untilHeldUp,
} from '@output-review/runtime/testing';

import { startReview } from '../service.ts';
import { type Following, startFollowing } from '../../test/following.ts';
import {
  anEvaluation,
  aPerson,
  aSubmission,
  aToken,
  startTestReview,
  type TestReview,
} from '../../test/test-review.ts';

let t: TestReview;
let following: Following;
let follow: Following['follow'];
let followFromNow: Following['followFromNow'];
let happen: Following['happen'];

beforeAll(async () => {
  t = await startTestReview();
  following = await startFollowing(t);
  ({ follow, followFromNow, happen } = following);
});

afterAll(async () => {
  await following.stop();
  await t.stop();
});

const idsIn = ({ events }: EventReader) => events.map(({ data }) => data['id']);
const numbered = (n: number) => Array.from({ length: n }, (_, i) => `o${i}`);

/** Waits until there are exactly these events. */
async function awaitIds(reader: EventReader, ids: readonly string[]): Promise<void> {
  await eventually(() => expect(reader.events.length).toBeGreaterThanOrEqual(ids.length));
  expect(idsIn(reader)).toEqual(ids);
}

test('a member gets the events of an output in order, and none of other workspaces', async () => {
  const [workspaceId, elsewhere] = [newId(), newId()];
  const reader = await followFromNow(workspaceId);
  const other = await followFromNow(elsewhere);
  const output = aSubmission({ workspaceId, taskId: null, taskName: null });
  const api = await t.as(aPerson(workspaceId));

  await t.submit(output);
  await t.evaluate(anEvaluation(output));
  await api.patch(`/api/logs/${output.id}/decision`, { decision: 'approved' });
  await api.patch(`/api/logs/${output.id}/status`, { status: 'flagged', reason: 'Look again.' });
  await api.delete(`/api/logs/${output.id}`);

  await eventually(() => expect(reader.events).toHaveLength(4));
  const common = { id: output.id, projectId: output.projectId };
  expect(reader.events.map(({ event, data }) => ({ event, ...data }))).toMatchObject([
    { ...common, event: 'evaluated', status: 'pass', humanDecision: null, decidedBy: null },
    { ...common, event: 'decided', humanDecision: 'approved', decidedBy: 'ada@example.com' },
    { ...common, event: 'flagged', status: 'flagged', humanDecision: null },
    { id: output.id, event: 'deleted', status: null },
  ]);
  expect(reader.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  await happen(elsewhere, ['own']);
  await awaitIds(other, ['own']);
});

test('events that are committed late arrive late, but once and in the same order for everyone', async () => {
  const workspaceId = newId();
  const reader = await followFromNow(workspaceId);

  await following.writer.transaction(async (late) => {
    await happen(workspaceId, ['begun first'], late);
    await happen(workspaceId, ['committed first']);
    await eventually(async () => {
      const { rows } = await following.writer.query(
        'SELECT 1 FROM output_events WHERE workspace_id = $1',
        [workspaceId],
      );
      expect(rows).toHaveLength(1);
    });
    expect(reader.events).toEqual([]);
  });

  await awaitIds(reader, ['begun first', 'committed first']);
  const again = await follow(aPerson(workspaceId), { lastId: reader.events[0]!.id });
  await awaitIds(again, ['committed first']);
});

test('the events of an output keep their order if a change of many began first and waited', async () => {
  const workspaceId = newId();
  const ids = ['a', 'b', 'c'].map((name) => `${name}-${newId()}`);
  for (const id of ids) await t.submitEvaluated('fail', { workspaceId, id });
  const api = await t.as(aPerson(workspaceId));
  const reader = await followFromNow(workspaceId);
  const [, held, last] = ids;

  const approving = await following.writer.transaction(async (tx) => {
    await tx.query('SELECT FROM outputs WHERE workspace_id = $1 AND id = $2 FOR UPDATE', [
      ...[workspaceId, held],
    ]);
    const approved = api.patch('/api/logs/bulk', { action: 'approve', ids });
    await untilHeldUp(tx, 1, 'FROM outputs');
    expect((await api.patch(`/api/logs/${last}/status`, { status: 'flagged' })).status).toBe(200);
    return { approved };
  });
  expect((await approving.approved).body).toMatchObject({ count: 3 });

  const changes = () => reader.events.filter(({ event }) => event !== 'evaluated');
  await eventually(() => expect(changes()).toHaveLength(4));
  const ofLast = changes().filter(({ data }) => data['id'] === last);
  expect(ofLast.map(({ event }) => event)).toEqual(['flagged', 'decided']);
});

test('a caller that reconnects resumes after its last event, without gaps or duplicates', async () => {
  const workspaceId = newId();
  const first = await followFromNow(workspaceId);
  await happen(workspaceId, ['seen']);
  await awaitIds(first, ['seen']);
  first.close();
  await happen(workspaceId, ['missed 1', 'missed 2']);
  await happen(newId(), ['of somebody else']);

  const second = await follow(aPerson(workspaceId), { lastId: first.lastId });
  await happen(workspaceId, ['new']);

  await awaitIds(second, ['missed 1', 'missed 2', 'new']);
});

test('a caller that reconnects again and again gets every event once', async () => {
  const workspaceId = newId();
  const ids = numbered(120);
  let reader = await followFromNow(workspaceId);
  const told: unknown[] = [];
  const write = async () => {
    for (const id of ids) await happen(workspaceId, [id]);
  };
  const written = write();

  while (told.length + reader.events.length < ids.length) {
    await eventually(() => expect(reader.events.length).toBeGreaterThan(0));
    reader.close();
    await reader.ended;
    told.push(...idsIn(reader));
    reader = await follow(aPerson(workspaceId), { lastId: reader.lastId });
  }
  await written;

  expect([...told, ...idsIn(reader)]).toEqual(ids);
});

test('a caller that was away for too long is told to reload, and then continues', async () => {
  const workspaceId = newId();
  const first = await followFromNow(workspaceId);
  first.close();
  const present = await followFromNow(workspaceId);
  await happen(workspaceId, numbered(1_001));
  await awaitIds(present, numbered(1_001));

  const second = await follow(aPerson(workspaceId), { lastId: first.lastId });
  await eventually(() => expect(second.events).toHaveLength(1));
  await happen(workspaceId, ['after']);

  await eventually(() => expect(second.events).toHaveLength(2));
  expect(second.events).toMatchObject([
    { event: 'resync', data: {} },
    { event: 'evaluated', data: { id: 'after' } },
  ]);
});

test('a caller that was away during too many events of others is told to reload', async () => {
  const workspaceId = newId();
  const first = await followFromNow(workspaceId);
  first.close();
  await happen(newId(), numbered(20_001));
  const present = await followFromNow(workspaceId);
  await happen(workspaceId, ['missed']);
  await awaitIds(present, ['missed']);

  const second = await follow(aPerson(workspaceId), { lastId: first.lastId });

  await eventually(() => expect(second.events).toMatchObject([{ event: 'resync' }]));
});

test.each([
  ['that no stream sent', 'yesterday'],
  ['that this server has not reached', '9223372036854775807-1'],
])('an ID %s makes the caller reload', async (_, lastId) => {
  const reader = await follow(aPerson(newId()), { lastId });

  await eventually(() => expect(reader.events).toMatchObject([{ event: 'resync' }]));
  expect(reader.lastId).not.toBe(lastId);
});

test('events older than a day are deleted, and a caller that would resume before must reload', async () => {
  const workspaceId = newId();
  const reader = await followFromNow(workspaceId);
  await happen(workspaceId, ['old']);
  await awaitIds(reader, ['old']);
  t.clock.advance(24 * 60 * 60_000 + 1);
  await happen(workspaceId, ['young']);
  await awaitIds(reader, ['old', 'young']);
  reader.close();

  await eventually(async () => {
    const sql = 'SELECT output_id FROM output_events WHERE workspace_id = $1';
    const { rows } = await following.writer.query(sql, [workspaceId]);
    expect(rows).toEqual([{ output_id: 'young' }]);
  });

  const [old, young] = reader.events;
  const before = await follow(aPerson(workspaceId), { lastId: old!.id });
  await eventually(() => expect(before.events).toMatchObject([{ event: 'resync' }]));
  const behind = await follow(aPerson(workspaceId), { lastId: young!.id });
  await happen(workspaceId, ['new']);
  await awaitIds(behind, ['new']);
});

test('a keep-alive comment moves the position of an idle reader', async () => {
  const reader = await followFromNow(newId());
  const began = reader.lastId;
  await happen(newId(), ['elsewhere']);

  await eventually(() => expect(reader.comments).toBeGreaterThan(1));

  await eventually(() => expect(reader.lastId).not.toBe(began));
  expect(reader.events).toEqual([]);
});

test('a person may open twenty streams, others are unaffected, and closing one frees a slot', async () => {
  const workspaceId = newId();
  const opened = await Promise.all(Array.from({ length: 20 }, () => followFromNow(workspaceId)));

  const refused = await follow(aPerson(workspaceId));
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('5');
  const colleague: Principal = { ...aPerson(workspaceId), userId: 'grace' } as Principal;
  expect((await follow(colleague)).status).toBe(200);

  opened[0]!.close();
  await eventually(async () => expect((await follow(aPerson(workspaceId))).status).toBe(200));
});

const OPEN = 'output_review_event_streams';

async function metricOf(name: string): Promise<number> {
  const text = await (await fetch(`${t.review.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

test('a caller that does not read is disconnected', async () => {
  const workspaceId = newId();
  const opened = await metricOf(OPEN);
  const headers = Object.entries(await t.headersOf(aPerson(workspaceId)));
  const { hostname, port } = new URL(t.review.url);
  const idle = connect(Number(port), hostname);
  const lines = ['GET /api/events HTTP/1.1', 'Host: review', ...headers.map((it) => it.join(': '))];
  idle.pause().write(`${lines.join('\r\n')}\r\n\r\n`);
  const ids = numbered(40_000).map((id) => id.padEnd(128, '.'));

  // Events from before it is open are never sent to it.
  await eventually(async () => expect(await metricOf(OPEN)).toBe(opened + 1));
  await happen(workspaceId, ids);

  await eventually(async () => expect(await metricOf(`${OPEN}_cut_total`)).toBe(1));
  idle.destroy();
});

test('events for many followers are serialized once, and all get the same', async () => {
  const workspaceId = newId();
  const readers = await Promise.all(Array.from({ length: 20 }, () => followFromNow(workspaceId)));
  const ids = numbered(50).map((id) => `${id} of ${workspaceId}`);
  const writing = jest.spyOn(JSON, 'stringify');

  await happen(workspaceId, ids);

  await Promise.all(readers.map((reader) => awaitIds(reader, ids)));
  const written = writing.mock.calls
    .map(([value]) => (value as { readonly id?: unknown } | null)?.id)
    .filter((id) => ids.some((told) => told === id));
  writing.mockRestore();
  expect(written).toEqual(ids);
  for (const { events } of readers) expect(events).toEqual(readers[0]!.events);
});

test('an unknown parameter is reported', async () => {
  const headers = await t.headersOf(aPerson(newId(), 'viewer'));

  const { headers: answered } = await fetch(`${t.review.url}/api/events?types=decided`, {
    ...{ method: 'HEAD', headers },
  });

  expect(answered.get('x-ignored-fields')).toBe('types');
});

test('a token and an anonymous caller are refused', async () => {
  expect((await follow(aToken(newId()))).status).toBe(403);
  expect((await readEvents(`${t.review.url}/api/events`)).status).toBe(401);
});

test('a replica that stops ends its streams at once, and callers resume at another one', async () => {
  const workspaceId = newId();
  const second = await startReview({ ...t.options, jobsEveryMs: {} });
  const reader = await follow(aPerson(workspaceId), { url: second.url });
  await happen(workspaceId, ['told by the second']);
  await awaitIds(reader, ['told by the second']);

  await second.stop();

  expect(await reader.ended).toBe('ended');
  await happen(workspaceId, ['told by the first']);
  const again = await follow(aPerson(workspaceId), { lastId: reader.lastId });
  await awaitIds(again, ['told by the first']);
});
