import { describe, expect, test } from '@jest/globals';
import {
  INTERNAL_OPERATIONS,
  type OutputsSubmitted,
  type PeopleChanged,
  peopleChanged,
  projectsChanged,
  type Role,
} from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import {
  ALL_CONNECTIONS,
  type ApiClient,
  eventually,
  untilHeldUp,
} from '@output-review/runtime/testing';

import { auditEvent, makeAuditReader } from '../../test/audit-records.ts';
import { startFollowing } from '../../test/following.ts';
import { aPerson, aSubmission, aToken, eventOf, useTestReview } from '../../test/test-review.ts';

const t = useTestReview(ALL_CONNECTIONS);

const api = (workspaceId: string, name: string) => t.as(aPerson(workspaceId, 'reviewer', name));

/** Several people who look at and work on one open output. */
async function aQueue(given: Partial<OutputsSubmitted> = {}) {
  const output = await t.submitEvaluated('fail', given);
  const { workspaceId, id } = output;
  const [ann, ben] = [await api(workspaceId, 'ann'), await api(workspaceId, 'ben')];
  return { ...{ workspaceId, id, ann, ben }, claim: `/api/logs/${id}/claim` };
}

/** Ages claims, as if that time had passed. */
const age = (workspaceId: string, minutes: number) =>
  t.sql.query(
    `UPDATE claims SET until = until - $2 * interval '1 minute' WHERE workspace_id = $1`,
    [workspaceId, minutes],
  );

const idsOf = ({ body }: { readonly body: unknown }) =>
  (body as { executions: { id: string }[] }).executions.map(({ id }) => id);

const CLAIMED = { status: 409, body: { code: 'CLAIMED', claimedBy: 'ann@example.com' } };

describe('a claim', () => {
  test('has one owner, is visible to all, is renewed by its owner, and is taken over on request', async () => {
    const { id, workspaceId, ann, ben, claim } = await aQueue();

    const first = await ann.post(claim);
    const refused = await ben.post(claim);
    await age(workspaceId, 3);
    const renewed = await ann.post(claim);
    const seen = await ben.get(`/api/logs/${id}`);
    const taken = await ben.post(claim, { takeOver: true });

    expect(first).toMatchObject({ status: 200, body: { claimedBy: 'ann@example.com' } });
    expect(refused).toMatchObject({ ...CLAIMED, body: { ...CLAIMED.body, fields: {} } });
    const { claimedUntil } = renewed.body as { claimedUntil: string };
    const fiveMinutes = Date.parse(claimedUntil) - Date.now();
    expect(Math.round(fiveMinutes / 60_000)).toBe(5);
    expect(seen.body).toMatchObject({ claimedBy: 'ann@example.com', claimedUntil });
    expect(taken).toMatchObject({ status: 200, body: { claimedBy: 'ben@example.com' } });
    expect(await ann.post(claim)).toMatchObject({
      ...{ status: 409, body: { code: 'CLAIMED', claimedBy: 'ben@example.com' } },
    });
  });

  test('is granted to one of many concurrent requests', async () => {
    const { workspaceId, claim } = await aQueue();
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, n) => api(workspaceId, `person${n}`)),
    );

    const answers = await Promise.all(people.map((person) => person.post(claim)));

    const [won] = answers.filter(({ status }) => status === 200);
    const by = (won?.body as { claimedBy: string }).claimedBy;
    const lost = answers.filter((answer) => answer !== won);
    expect(lost.map(({ body }) => body)).toEqual(
      lost.map(() => expect.objectContaining({ code: 'CLAIMED', claimedBy: by }) as unknown),
    );
  });

  test('that many take over at once is streamed last for the person who has it', async () => {
    const { id, workspaceId, ann, claim } = await aQueue();
    const { followFromNow, stop } = await startFollowing(t);
    const reader = await followFromNow(workspaceId);
    const names = ['ann', 'ben', 'cleo', 'dan', 'eve', 'fay'];
    const people = await Promise.all(names.map((name) => api(workspaceId, name)));
    const holders: unknown[] = [];

    for (let round = 0; round < 60; round += 1) {
      await Promise.all(people.map((person) => person.post(claim, { takeOver: true })));
      holders.push(((await ann.get(`/api/logs/${id}`)).body as { claimedBy: string }).claimedBy);
    }

    const claimed = () => reader.events.filter(({ event }) => event === 'claimed');
    await eventually(() => expect(claimed()).toHaveLength(holders.length * names.length));
    const lastOfRounds = claimed().filter((_, n) => n % names.length === names.length - 1);
    expect(lastOfRounds.map(({ data }) => data['claimedBy'])).toEqual(holders);
    await stop();
  }, 60_000);

  test('has no effect once expired: on others, on search and on decisions', async () => {
    const { id, workspaceId, ann, ben, claim } = await aQueue();
    await ann.post(claim);
    await age(workspaceId, 6);

    const seen = await ben.get(`/api/logs/${id}`);
    const found = await ben.get('/api/logs?claimedBy=none');
    const decided = await ben.patch(`/api/logs/${id}/decision`, { decision: 'approved' });

    expect(seen.body).toMatchObject({ claimedBy: null, claimedUntil: null });
    expect(idsOf(found)).toEqual([id]);
    expect(decided.status).toBe(200);
  });

  test('can be released only by its owner, at any time', async () => {
    const { id, ann, ben, claim } = await aQueue();
    await ann.post(claim);

    const byBen = await ben.delete(claim);
    const still = await ben.get(`/api/logs/${id}`);
    const byAnn = [await ann.delete(claim), await ann.delete(claim)];

    expect(byBen).toMatchObject({ status: 200, body: { ok: true } });
    expect(still.body).toMatchObject({ claimedBy: 'ann@example.com' });
    expect(byAnn).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect((await ben.post(claim)).status).toBe(200);
  });

  test('is possible for open outputs and for samples', async () => {
    const { workspaceId, ann, id, claim } = await aQueue();
    const pending = aSubmission({ workspaceId });
    await t.submit(pending);
    const passed = await t.submitEvaluated('pass', { workspaceId });
    const projectId = `sampled-${workspaceId}`;
    const sampled = { workspaceId, id: projectId, sampleRate: 1 };
    await t.bus.send([
      eventOf('projects.changed', { ...projectsChanged.examples.valid, ...sampled }),
    ]);
    const sample = await t.submitEvaluated('pass', { workspaceId, projectId });
    const erred = await t.submitEvaluated('error', { workspaceId });
    const foreign = await t.submitEvaluated('fail');
    await ann.patch(`/api/logs/${id}/decision`, { decision: 'rejected' });
    const tryToClaim = async (of: string) => {
      const { status, body } = await ann.post(`/api/logs/${of}/claim`);
      return [status, (body as { code?: string }).code];
    };

    expect(await tryToClaim(pending.id)).toEqual([409, 'STILL_EVALUATING']);
    expect(await tryToClaim(passed.id)).toEqual([409, 'CONFLICT']);
    expect(await tryToClaim(sample.id)).toEqual([200, undefined]);
    expect(await tryToClaim(erred.id)).toEqual([200, undefined]);
    expect(await tryToClaim(id)).toEqual([409, 'ALREADY_DECIDED']);
    expect(await tryToClaim(foreign.id)).toEqual([404, 'NOT_FOUND']);
    expect((await ann.delete(claim)).status).toBe(200);
    expect((await ann.delete(`/api/logs/${foreign.id}/claim`)).status).toBe(200);
  });

  test('can be filtered: mine, unclaimed, a person’s', async () => {
    const { id, workspaceId, ann, ben, claim } = await aQueue();
    const { id: other } = await t.submitEvaluated('fail', { workspaceId });
    await ann.post(claim);
    const token = await t.as(aToken(workspaceId));

    expect(idsOf(await ann.get('/api/logs?claimedBy=me'))).toEqual([id]);
    expect(idsOf(await ben.get('/api/logs?claimedBy=me'))).toEqual([]);
    expect(idsOf(await token.get('/api/logs?claimedBy=me'))).toEqual([]);
    expect(idsOf(await ben.get('/api/logs?claimedBy=Ann@Example.com'))).toEqual([id]);
    const none = await ben.get('/api/logs?claimedBy=none&fields=id,claimedBy');
    expect(none.body).toMatchObject({ executions: [{ id: other, claimedBy: null }], total: 1 });
  });
});

describe('a decision', () => {
  test("by a session on another person's claim is refused and changes nothing, unless it takes over", async () => {
    const { id, ann, ben, claim } = await aQueue();
    await ann.post(claim);
    const decide = (body: object) => ben.patch(`/api/logs/${id}/decision`, body);

    const refused = await decide({ decision: 'approved' });
    const before = await ben.get(`/api/logs/${id}`);
    const corrected = await decide({ decision: 'changed', correctedOutput: 'Better.' });
    const taken = await decide({ decision: 'approved', takeOver: true });

    expect(refused).toMatchObject(CLAIMED);
    expect(corrected).toMatchObject(CLAIMED);
    expect(before.body).toMatchObject({ humanDecision: null, claimedBy: 'ann@example.com' });
    expect(taken.status).toBe(200);
    expect((await ben.get(`/api/logs/${id}`)).body).toMatchObject({
      ...{ humanDecision: 'approved', claimedBy: null, claimedUntil: null },
    });
  });

  test('by the owner of the claim, a token or a deadline is not blocked', async () => {
    const { workspaceId, id, ann, claim } = await aQueue();
    const tokens = await t.submitEvaluated('fail', { workspaceId });
    const acceptedAt = t.clock.now().toISOString();
    const due = { acceptedAt, respondBy: 'PT10M', onDeadline: 'reject' } as const;
    const late = await t.submitEvaluated('fail', { workspaceId, ...due });
    const token = await t.as(aToken(workspaceId));
    await ann.post(claim);
    await ann.post(`/api/logs/${late.id}/claim`);
    await ann.post(`/api/logs/${tokens.id}/claim`);

    const own = await ann.patch(`/api/logs/${id}/decision`, { decision: 'rejected' });
    const byToken = await token.patch(`/api/logs/${tokens.id}/decision`, { decision: 'approved' });

    expect([own.status, byToken.status]).toEqual([200, 200]);
    expect((await ann.get(`/api/logs/${tokens.id}`)).body).toMatchObject({ claimedBy: null });
    t.clock.advance(10 * 60_000);
    const later = await api(workspaceId, 'ann');
    await eventually(async () =>
      expect((await later.get(`/api/logs/${late.id}`)).body).toMatchObject({
        ...{ decidedBy: 'deadline', claimedBy: null },
      }),
    );
  });

  test('in bulk skips outputs that others have claimed', async () => {
    const { id, workspaceId, ann, ben, claim } = await aQueue();
    const { id: mine } = await t.submitEvaluated('fail', { workspaceId });
    await ann.post(claim);
    await ben.post(`/api/logs/${mine}/claim`);

    const answer = await ben.patch('/api/logs/bulk', { ids: [id, mine], action: 'approve' });

    expect(answer.body).toEqual({ ok: true, count: 1, skipped: [{ id, code: 'CLAIMED' }] });
  });
});

/** The members of a workspace and their roles. */
const peopleOf = (
  workspaceId: string,
  version: number,
  roles: Readonly<Record<string, Role>>,
): PeopleChanged => ({
  ...{ workspaceId, version, groups: [] },
  people: Object.entries(roles).map(([userId, role]) => ({ userId, name: userId, role })),
});

test('a person who loses the role or leaves loses the claims, and the stream reports each', async () => {
  const { id, workspaceId, ann, ben, claim } = await aQueue();
  const { id: second } = await t.submitEvaluated('fail', { workspaceId });
  const elsewhere = await aQueue();
  await elsewhere.ann.post(elsewhere.claim);
  const following = await startFollowing(t);
  const reader = await following.followFromNow(workspaceId);
  const tell = async (version: number, roles: Readonly<Record<string, Role>>) => {
    const json = JSON.stringify(peopleOf(workspaceId, version, roles));
    const event = eventOf(peopleChanged.topic, { workspaceId, id: '' });
    await t.bus.send([{ ...event, key: workspaceId, json }]);
  };

  await ann.post(claim);
  await ben.post(`/api/logs/${second}/claim`);
  await tell(1, { ann: 'viewer', ben: 'manager' });
  await eventually(async () =>
    expect((await ben.get(`/api/logs/${id}`)).body).toMatchObject({ claimedBy: null }),
  );
  expect((await ben.get(`/api/logs/${second}`)).body).toMatchObject({
    claimedBy: 'ben@example.com',
  });
  await tell(2, { ann: 'viewer' });

  // The events that both were evaluated may arrive only now.
  const seen = () => reader.events.filter(({ event }) => event !== 'evaluated');
  await eventually(() => expect(seen()).toHaveLength(4));
  const common = { status: 'flagged', humanDecision: null };
  const until = expect.any(String) as unknown;
  expect(seen().map(({ event, data }) => ({ event, ...data }))).toMatchObject([
    { ...common, event: 'claimed', id, claimedBy: 'ann@example.com', claimedUntil: until },
    { ...common, event: 'claimed', id: second, claimedBy: 'ben@example.com' },
    { ...common, event: 'released', id, claimedBy: null, claimedUntil: null },
    { ...common, event: 'released', id: second },
  ]);
  const other = await elsewhere.ben.get(`/api/logs/${elsewhere.id}`);
  expect(other.body).toMatchObject({ claimedBy: 'ann@example.com' });
  reader.close();
  await following.stop();
});

test.each([
  [
    'by a bulk decision',
    (ann: ApiClient, ids: readonly string[]) =>
      ann.patch('/api/logs/bulk', { ids, action: 'reject' }),
  ],
  [
    'when the person leaves',
    async (_ann: ApiClient, _ids: readonly string[], workspaceId: string) => {
      const gateway = await t.as({ kind: 'service', service: 'gateway' });
      return gateway.post(
        INTERNAL_OPERATIONS.applyPeopleChange.path,
        peopleOf(workspaceId, 1, { ann: 'viewer' }),
      );
    },
  ],
])('many claims end in the order of their outputs: %s', async (_when, end) => {
  const { workspaceId, ann } = await aQueue();
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  for (const id of ids) await t.submitEvaluated('fail', { workspaceId, id });
  // In table order, and in the order of the request, they would end in reverse.
  for (const id of ids.toReversed()) await ann.post(`/api/logs/${id}/claim`);
  const lock = (tx: Pick<typeof t.sql, 'query'>, locked: readonly string[]) =>
    tx.query(
      `SELECT FROM claims WHERE workspace_id = $1 AND output_id = ANY ($2)
       ORDER BY output_id FOR UPDATE NOWAIT`,
      [workspaceId, locked],
    );

  const [ending] = await t.sql.transaction(async (tx) => {
    await lock(tx, ids.slice(0, 1));
    const started = end(ann, ids.toReversed(), workspaceId);
    await untilHeldUp(tx, 1, 'claims');
    await lock(tx, ids);
    return [started];
  });

  expect((await ending)?.status).toBe(200);
  const { rows } = await t.sql.query('SELECT FROM claims WHERE workspace_id = $1', [workspaceId]);
  expect(rows).toEqual([]);
});

test('a person who came back keeps later claims when the event of leaving is repeated', async () => {
  const { id, workspaceId, ann, ben, claim } = await aQueue();
  const gateway = await t.as({ kind: 'service', service: 'gateway' });
  const tell = async (version: number, roles: Readonly<Record<string, Role>>) => {
    const change = peopleOf(workspaceId, version, roles);
    const { status } = await gateway.post(INTERNAL_OPERATIONS.applyPeopleChange.path, change);
    expect(status).toBe(200);
  };
  const both = { ann: 'admin', ben: 'reviewer' } as const;
  const target = { kind: 'member', id: 'ben' } as const;
  const removed = auditEvent({ workspaceId, action: 'member.removed', target });
  const { recorded } = makeAuditReader(t);

  await tell(1, both);
  await ben.post(claim);
  await tell(2, { ann: 'admin' });
  expect((await ann.get(`/api/logs/${id}`)).body).toMatchObject({ claimedBy: null });
  await t.bus.send([removed]);
  await recorded(workspaceId, 1);
  await tell(3, both);
  await ben.post(claim);
  await tell(2, { ann: 'admin' });
  await t.bus.send([removed, auditEvent({ workspaceId })]);
  await recorded(workspaceId, 2);

  expect((await ann.get(`/api/logs/${id}`)).body).toMatchObject({ claimedBy: 'ben@example.com' });
});

test('an expired claim is reported as released', async () => {
  const { id, workspaceId, ann, claim } = await aQueue({ id: newId() });
  const following = await startFollowing(t);
  const reader = await following.followFromNow(workspaceId);
  await ann.post(claim);
  await age(workspaceId, 6);

  // The event that it was evaluated may arrive only now.
  const seen = () => reader.events.filter(({ event }) => event !== 'evaluated');
  await eventually(() => expect(seen()).toHaveLength(2));
  expect(seen().map(({ event, data }) => [event, data['id']])).toEqual([
    ['claimed', id],
    ['released', id],
  ]);
  await following.stop();
});
