import { beforeAll, describe, expect, test } from '@jest/globals';
import { SCOPES } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually, startWebhookReceiver, watchReads } from '@output-review/runtime/testing';

import { HIDDEN, makeAuditReader } from '../../test/audit-records.ts';
import { aWorkspaceOf, type Body, SECRET, URL_OF_HOOK } from '../../test/notified-workspaces.ts';
import { aPerson, aToken, useTestReview } from '../../test/test-review.ts';
import { fanOut } from './fan-out.sql.ts';

const t = useTestReview();
let audit: ReturnType<typeof makeAuditReader>;

beforeAll(() => {
  audit = makeAuditReader(t);
});

const aWorkspace = () => aWorkspaceOf(t);

describe('subscriptions', () => {
  test('are created once per URL and set of events, and enabled again when posted again', async () => {
    const { workspaceId, api, subscribe, listed } = await aWorkspace();
    const events = ['approved', 'flagged'];

    const made = await subscribe({ events });

    const shown = { url: URL_OF_HOOK, events: ['flagged', 'approved'], source: 'dashboard' };
    expect(made).toEqual({
      status: 201,
      body: {
        ...{ id: expect.any(String), ...shown, createdAt: '2026-03-01T12:00:00.000Z' },
        secret: expect.stringMatching(SECRET),
      },
    });
    const same = { status: 200, body: { ...made.body, secret: null } };
    expect(await subscribe({ events: events.toReversed() })).toEqual(same);
    expect(await subscribe({ events, url: 'http://127.0.0.1:0009/hook?key=secret' })).toEqual(same);
    const { body: other } = await subscribe();
    expect(other['events']).toHaveLength(10);

    const path = `/api/subscriptions/${String(made.body['id'])}`;
    expect((await api.delete(path)).body).toEqual({ ok: true });
    expect((await api.delete(path)).body).toEqual({ ok: true });
    expect((await listed()).map(({ id }) => id)).toEqual([other['id']]);
    expect(await listed('?all=true')).toMatchObject([
      { id: other['id'], endedReason: null },
      { id: made.body['id'], endedReason: 'deleted' },
    ]);
    expect(await subscribe({ events })).toEqual(same);
    expect(await listed()).toHaveLength(2);

    const records = await audit.recorded(workspaceId, 4);
    expect(records.map(({ action }) => action)).toEqual([
      ...['subscription.created', 'subscription.created', 'subscription.deleted'],
      'subscription.created',
    ]);
    expect(records[0]).toMatchObject({
      target: { kind: 'destination', id: made.body['id'] },
      after: { url: HIDDEN, events: ['flagged', 'approved'] },
    });
  });

  test('posted concurrently are created once', async () => {
    const { subscribe, listed } = await aWorkspace();

    const made = await Promise.all(Array.from({ length: 8 }, () => subscribe()));

    expect(made.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
    expect(await listed()).toHaveLength(1);
  });

  test('stay deleted if their receiver answers a delivery in flight that it wants no more', async () => {
    const { workspaceId, api, subscribe, listed } = await aWorkspace();
    const held: (() => void)[] = [];
    await using receiver = await startWebhookReceiver((response) =>
      held.push(() => response.writeHead(410).end()),
    );
    const { body } = await subscribe({ url: receiver.url });
    await t.submitEvaluated('pass', { workspaceId });
    await eventually(() => expect(held).toHaveLength(1));
    await api.delete(`/api/subscriptions/${String(body['id'])}`);
    held[0]!();

    await eventually(async () =>
      expect((await api.get('/api/deliveries')).body).toMatchObject({
        items: [{ lastStatus: 410 }],
      }),
    );
    expect(await listed('?all=true')).toMatchObject([{ endedReason: 'deleted' }]);
  });

  test('are limited to a hundred', async () => {
    const { workspaceId, api, subscribe, listed } = await aWorkspace();
    await t.sql.query(
      `INSERT INTO destinations (id, workspace_id, kind, source, url_sealed, address, events, created_at)
       SELECT 'd' || n || $1, $1, 'subscription', 'api', $2, 'http://127.0.0.1:9', '{pass}', now()
       FROM generate_series(1, 99) AS n`,
      [workspaceId, null],
    );
    const { body } = await subscribe();
    const tooMany = { status: 409, body: { code: 'CONFLICT' } };
    expect(await subscribe({ events: ['pass'] })).toMatchObject(tooMany);
    expect((await subscribe()).status).toBe(200);

    await api.delete(`/api/subscriptions/${String(body['id'])}`);

    expect((await subscribe({ events: ['pass'] })).status).toBe(201);
    expect(await subscribe()).toMatchObject(tooMany);
    expect(await listed()).toHaveLength(100);
  });

  test('show their URL to admins and tokens, and only its origin to others', async () => {
    const { workspaceId, subscribe } = await aWorkspace();
    await subscribe();
    const seenBy = async (principal: Parameters<typeof t.as>[0]) => {
      const api = await t.as(principal);
      const { body } = await api.get('/api/subscriptions');
      return (body as { subscriptions: Body[] }).subscriptions[0]?.['url'];
    };

    expect(await seenBy(aToken(workspaceId, 'reader'))).toBe(URL_OF_HOOK);
    expect(await seenBy(aPerson(workspaceId, 'manager'))).toBe('http://127.0.0.1:9/…');
    const manager = await t.as(aPerson(workspaceId, 'manager'));
    const again = await manager.post('/api/subscriptions', { url: URL_OF_HOOK });
    expect(again).toMatchObject({ status: 200, body: { url: URL_OF_HOOK } });
    const { rows } = await t.sql.query('SELECT * FROM destinations WHERE workspace_id = $1', [
      workspaceId,
    ]);
    expect(JSON.stringify(rows)).not.toContain('key=secret');
  });

  test('can be deleted by the named token that posted them, and by no other', async () => {
    const { workspaceId, subscribe, listed } = await aWorkspace();
    const hook = { url: URL_OF_HOOK, events: ['pass'] };
    const tokenNamed = (name: string | null) => t.as(aToken(workspaceId, name));
    const [maker, same, other] = [
      await tokenNamed('maker'),
      await tokenNamed('same'),
      await tokenNamed('other'),
    ];
    const { body: made } = await maker.post('/api/subscriptions', hook);
    expect((await same.post('/api/subscriptions', hook)).status).toBe(200);
    const path = `/api/subscriptions/${String((made as Body)['id'])}`;

    const refused = await other.delete(path);

    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await listed()).toHaveLength(1);
    const others = await subscribe({ events: ['flagged'] });
    expect((await maker.delete(`/api/subscriptions/${String(others.body['id'])}`)).status).toBe(
      403,
    );
    expect((await maker.delete('/api/subscriptions/unknown')).status).toBe(404);
    expect((await same.delete(path)).body).toEqual({ ok: true });
    expect((await maker.delete(path)).body).toEqual({ ok: true });
    expect((await other.post('/api/subscriptions', hook)).status).toBe(200);
    expect((await other.delete(path)).status).toBe(200);
    const workspaceToken = await tokenNamed(null);
    expect((await workspaceToken.post('/api/subscriptions', hook)).status).toBe(200);
    expect((await workspaceToken.delete(path)).status).toBe(200);
  });

  test('need the scope subscribe; a read-only token cannot change them', async () => {
    const { workspaceId, subscribe, listed } = await aWorkspace();
    const { body: made } = await subscribe();
    const path = `/api/subscriptions/${String(made['id'])}`;
    const hook = { url: URL_OF_HOOK, events: ['pass'] };

    for (const scope of SCOPES.filter((each) => each !== 'subscribe')) {
      const token = await t.as(aToken(workspaceId, scope, [scope]));
      expect((await token.post('/api/subscriptions', hook)).status).toBe(403);
      expect((await token.delete(path)).status).toBe(403);
    }

    expect(await listed()).toHaveLength(1);
    const subscriber = await t.as(aToken(workspaceId, 'zap', ['subscribe']));
    expect((await subscriber.post('/api/subscriptions', hook)).status).toBe(201);
    expect((await subscriber.get('/api/subscriptions')).status).toBe(403);
  });

  test('that have ended are not read when an event looks for receivers', async () => {
    const { workspaceId, subscribe } = await aWorkspace();
    await subscribe();
    const { id } = await t.submitEvaluated('pass', { workspaceId });
    await t.sql.query(
      `INSERT INTO destinations (
         id, workspace_id, kind, source, address, events, created_at, is_active, ended_reason
       )
       SELECT 'ended' || n || $1, $1, 'subscription', 'api', 'http://127.0.0.1:9', '{pass}', now(), false, 'deleted'
       FROM generate_series(1, 2000) AS n`,
      [workspaceId],
    );
    await t.sql.query('ANALYZE destinations');

    const reads = await t.sql.transaction(async (tx) => {
      const db = watchReads(tx);
      await fanOut({ ...tx, query: db.query }, [{ workspaceId, id, event: 'pass' }], new Date());
      return db.reads;
    });

    expect(Math.max(...reads)).toBeLessThan(10);
  });

  test('that have ended are listed up to a thousand, beside every active one', async () => {
    const { workspaceId, subscribe, listed } = await aWorkspace();
    const { body: active } = await subscribe();
    await t.sql.query(
      `INSERT INTO destinations (
         id, workspace_id, kind, source, address, events, created_at, is_active, ended_reason
       )
       SELECT 'past' || n || $1, $1, 'subscription', 'api', 'http://127.0.0.1:9', '{pass}',
         $2::timestamptz + n * interval '1 second', false, 'deleted'
       FROM generate_series(1, 1001) AS n`,
      [workspaceId, t.clock.now()],
    );

    const ids = (await listed('?all=true')).map(({ id }) => id);

    expect(ids).toHaveLength(1_001);
    expect([ids[0], ids.at(-2), ids.at(-1)]).toEqual([
      ...[`past1001${workspaceId}`, `past2${workspaceId}`],
      active['id'],
    ]);
    expect(await listed()).toMatchObject([{ id: active['id'] }]);
  });

  test('of another workspace are not found', async () => {
    const { subscribe } = await aWorkspace();
    const { body } = await subscribe();
    const id = String(body['id']);
    const other = await t.as(aPerson(newId(), 'admin'));

    for (const answer of [
      await other.delete(`/api/subscriptions/${id}`),
      await other.post(`/api/destinations/${id}/rotate-secret`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
  });
});
