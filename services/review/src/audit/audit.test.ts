import { type AnswerOf, INTERNAL_OPERATIONS } from '@output-review/contracts';
import { InProcessBus, newId } from '@output-review/runtime';
import { FIRST_LINK, makeLinkOf } from '@output-review/shared-kernel';
import { beforeAll, describe, expect, test } from '@jest/globals';

import { startReview } from '../service.ts';
import { auditEvent, HIDDEN, makeAuditReader } from '../../test/audit-records.ts';
import { aPerson, AUDIT_KEY, aToken, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();
let audit: ReturnType<typeof makeAuditReader>;

beforeAll(() => {
  audit = makeAuditReader(t);
});

describe('changes to outputs', () => {
  test('are recorded with actor, source and change, but with all free text hidden', async () => {
    const workspaceId = newId();
    const { id } = await t.submitEvaluated('fail', { workspaceId });
    const person = await t.headersOf(aPerson(workspaceId));
    const api = (await t.as(aPerson(workspaceId))).with({
      ...{ ...person, 'x-output-review-client-address': '203.0.113.7' },
      'x-request-id': 'request-1',
    });
    const automation = await t.as(aToken(workspaceId, 'desk'));
    const path = `/api/logs/${id}`;

    await automation.patch(path, { subjectId: 'Mr Miller', metadata: { iban: 'DE02' } });
    await automation.patch(`${path}/status`, { status: 'flagged', flaggedBy: 'end_user' });
    await api.patch(`${path}/decision`, { decision: 'rejected', comment: 'Mr Miller is right.' });
    await api.patch(`${path}/decision`, { teach: true, comment: 'Listen to Mr Miller.' });
    await api.patch(`${path}/status`, { status: 'flagged', reason: 'Mr Miller again' });
    await api.post(`${path}/evaluate`);
    await api.delete(path);

    const records = await audit.recorded(workspaceId, 7);
    expect(records).toMatchObject([
      {
        action: 'output.edited',
        actor: { kind: 'token', id: 'id-of-desk', name: 'token:desk' },
        address: null,
        before: { metadata: HIDDEN },
        after: { subjectId: HIDDEN, metadata: HIDDEN },
      },
      { action: 'output.flagged', after: { flaggedBy: HIDDEN }, before: {} },
      {
        action: 'output.decided',
        actor: { kind: 'user', id: 'u', name: 'ada@example.com' },
        ...{ address: '203.0.113.7', requestId: 'request-1' },
        ...{ target: { kind: 'output', id }, logId: id },
        before: { decision: null },
        after: { decision: 'rejected', comment: HIDDEN },
      },
      { action: 'output.taught', before: null, after: { decision: 'rejected', comment: HIDDEN } },
      { action: 'output.flagged', before: { decision: 'rejected' }, after: { reason: HIDDEN } },
      {
        action: 'output.reevaluated',
        before: { status: 'flagged', run: 1 },
        after: { status: 'pending', run: 2 },
      },
      { action: 'output.deleted', before: { status: 'pending', decision: null }, after: null },
    ]);
    expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(JSON.stringify(records)).not.toMatch(/Miller|DE02/);
  });

  test('are recorded one by one in bulk; calls that change nothing or fail are not recorded', async () => {
    const workspaceId = newId();
    const [one, other] = [
      await t.submitEvaluated('fail', { workspaceId }),
      await t.submitEvaluated('fail', { workspaceId }),
    ];
    const api = await t.as(aPerson(workspaceId));
    const bulk = { action: 'approve', ids: [one.id, other.id, newId()], comment: 'Fine.' };

    await api.patch('/api/logs/bulk', { ...bulk, ids: [one.id, other.id] });
    await api.patch(`/api/logs/${one.id}/decision`, { decision: 'approved', comment: 'Fine.' });
    await api.patch(`/api/logs/${one.id}/decision`, { decision: 'rejected' });
    await api.patch('/api/logs/bulk', { action: 'delete', ids: [one.id] });

    const records = await audit.recorded(workspaceId, 3);
    expect(records.map(({ action }) => action)).toEqual([
      ...['output.decided', 'output.decided', 'output.deleted'],
    ]);
    const decided = records.slice(0, 2);
    expect(decided.map(({ logId }) => logId).toSorted()).toEqual([one.id, other.id].toSorted());
    expect(decided[0]?.after?.['comment']).toEqual(decided[1]?.after?.['comment']);
  });
});

describe('the list', () => {
  test('is paginated, newest first, and filtered by output, actor and time', async () => {
    const workspaceId = newId();
    const at = (day: number) => `2026-02-0${day}T12:00:00.000Z`;
    const [ada, bob] = ['ada', 'bob'].map((name) => ({
      actor: { kind: 'user' as const, id: `id-of-${name}`, name: `${name}@example.com` },
    }));
    await t.bus.send([
      auditEvent({ workspaceId, at: at(2), logId: 'a', ...ada }),
      auditEvent({ workspaceId, at: at(4), logId: 'b', ...bob }),
      auditEvent({ workspaceId, at: at(3), logId: 'a', ...bob }),
      auditEvent({ at: at(3) }),
    ]);
    const placesOf = async (query: Record<string, string>) =>
      (await audit.listed(workspaceId, query)).items.map(({ seq }) => seq);

    expect(await audit.listed(workspaceId, { limit: '2', page: '2' })).toMatchObject({
      ...{ total: 3, page: 2, limit: 2, items: [{ seq: 1, at: at(2) }] },
    });
    expect(await placesOf({})).toEqual([2, 3, 1]);
    expect(await placesOf({ logId: 'a' })).toEqual([3, 1]);
    expect(await placesOf({ actor: 'bob@example.com' })).toEqual([2, 3]);
    expect(await placesOf({ actor: 'id-of-ada' })).toEqual([1]);
    expect(await placesOf({ from: at(3), to: '2026-02-03' })).toEqual([3]);
    const turned = await (
      await t.as(aPerson(workspaceId))
    ).get(`/api/audit?from=${at(3)}&to=${at(2)}&page=1001&limit=100`);
    expect(turned).toMatchObject({
      status: 400,
      body: { fields: { from: expect.any(String), page: expect.any(String) } },
    });
  });
});

describe('the chain', () => {
  test('links each record to the previous one under concurrent appends', async () => {
    const workspaceId = newId();
    const other = newId();
    const both = [{ workspaceId }, { workspaceId: other }];
    const mixed = Array.from({ length: 60 }, () => both.map((each) => auditEvent(each))).flat();

    const bus = new InProcessBus();
    const replica = await startReview({ ...t.options, bus });
    await bus.start();

    const parts = [mixed.slice(0, 40), mixed.slice(40, 80), mixed.slice(80)];
    const everyPart = (by: InProcessBus) => parts.map((part) => by.send(part));
    await Promise.all([...everyPart(t.bus), ...everyPart(bus)]);
    await replica.stop();
    await bus.stop();

    const linkOf = makeLinkOf(AUDIT_KEY);
    for (const each of [workspaceId, other]) {
      const records = await audit.chainOf(each);
      expect(records.map(({ seq }) => seq)).toEqual(records.map((_, n) => n + 1));
      expect(records).toHaveLength(60);
      let previous = FIRST_LINK;
      for (const { link, ...record } of records) {
        expect(linkOf(previous, record)).toBe(link);
        previous = link;
      }
      expect(await audit.headOf(each)).toMatchObject({ seq: '60', link: previous });
    }
  });

  test('reports its head once it has grown since a time', async () => {
    const [grown, asBefore] = [newId(), newId()];
    await t.bus.send([grown, asBefore].map((workspaceId) => auditEvent({ workspaceId })));
    await t.sql.query(`UPDATE audit_heads SET changed_at = now() - interval '1 hour'`);
    await t.bus.send([auditEvent({ workspaceId: grown })]);
    const gateway = await t.as({ kind: 'service', service: 'gateway' });
    const listed = async (query: object) => {
      const { path } = INTERNAL_OPERATIONS.listAuditHeads;
      const { body } = await gateway.post(path, { limit: 1_000, ...query });
      return (body as AnswerOf<typeof INTERNAL_OPERATIONS.listAuditHeads>).heads;
    };

    const changedSince = new Date(Date.now() - 1_800_000).toISOString();
    expect(await listed({ changedSince })).toMatchObject([{ workspaceId: grown, seq: 2 }]);
    const after = [grown, asBefore].toSorted()[0];
    const others = (await listed({ after })).map(({ workspaceId }) => workspaceId);
    expect([others.includes(grown), others.includes(asBefore)].toSorted()).toEqual([false, true]);
  });

  test('stores a duplicate event once', async () => {
    const workspaceId = newId();
    const event = auditEvent({ workspaceId });

    await t.bus.send([event, event]);
    await t.bus.send([event, auditEvent({ workspaceId })]);

    expect((await audit.listed(workspaceId)).total).toBe(2);
  });

  test('sends records it cannot store to dead letters, keeps the rest, and stores a replayed one once', async () => {
    const workspaceId = newId();
    const poison = { ...auditEvent({ workspaceId }), json: '{"workspaceId":1}' };
    const refused = auditEvent({ workspaceId, requestId: 'nul \u0000 byte' });
    const [first, last] = [
      auditEvent({ workspaceId }),
      auditEvent({ workspaceId, action: 'rule.created' }),
    ];

    await t.bus.send([first, poison, refused, last]);

    const { items } = await audit.listed(workspaceId);
    expect(items.map(({ action }) => action)).toEqual(['rule.created', 'output.decided']);
    const { rows } = await t.sql.query<{ id: string; event_id: string }>(
      'SELECT id, event_id FROM dead_letters WHERE key = $1 ORDER BY id',
      [workspaceId],
    );
    const letters = new Map(rows.map((row) => [row.event_id, row.id]));
    expect([...letters.keys()].toSorted()).toEqual([poison.id, refused.id].toSorted());
    await t.sql.query(`UPDATE dead_letters SET json = $2 WHERE event_id = $1`, [
      ...[refused.id, first.json],
    ]);
    const service = await t.as({ kind: 'operator' });
    const ids = [letters.get(refused.id)];
    expect((await service.post('/internal/dead-letters/replay', { ids })).body).toMatchObject({
      replayed: ids,
    });
    await t.bus.send([{ ...refused, json: first.json }]);
    expect((await audit.listed(workspaceId)).total).toBe(3);
  });

  test('waits while the database is down', async () => {
    const workspaceId = newId();
    await using outage = await t.database.startOutage();
    const sent = t.bus.send([auditEvent({ workspaceId })]);
    await outage.end();
    await sent;

    expect((await audit.listed(workspaceId)).total).toBe(1);
  });

  test('is append-only; only one function can remove the records of a workspace, permanently', async () => {
    const [workspaceId, other] = [newId(), newId()];
    const events = [1, 2, 3].map(() => auditEvent({ workspaceId }));
    await t.bus.send([...events, auditEvent({ workspaceId: other })]);
    const changes = [
      `UPDATE audit_records SET actor_name = 'nobody' WHERE workspace_id = '${workspaceId}'`,
      `DELETE FROM audit_records WHERE workspace_id = '${workspaceId}'`,
      'TRUNCATE audit_records',
    ];
    for (const change of changes) await expect(t.sql.query(change)).rejects.toThrow('only added');

    const erase = async () => {
      const sql = 'SELECT erase_audit($1, 2) AS gone';
      return (await t.sql.query<{ gone: string }>(sql, [workspaceId])).rows[0]?.gone;
    };
    expect([await erase(), await erase(), await erase()]).toEqual(['2', '1', '0']);
    await t.bus.send([auditEvent({ workspaceId }), ...events]);

    expect(await audit.listed(workspaceId)).toMatchObject({ total: 0, items: [] });
    expect(await audit.headOf(workspaceId)).toMatchObject({
      seq: '3',
      erased_at: expect.any(Date),
    });
    expect((await audit.listed(other)).total).toBe(1);
    await expect(t.sql.query(changes[1] ?? '')).resolves.toMatchObject({ rowCount: 0 });
  });
});
