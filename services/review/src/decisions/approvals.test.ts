import { describe, expect, test } from '@jest/globals';
import { ANSWERS_WITHIN_MS } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { asDeadlockVictim, eventually, untilHeldUp } from '@output-review/runtime/testing';

import {
  anOutputForTwo,
  APPROVED,
  decisionsOf,
  given,
  refused,
  WAITING,
} from '../../test/approvers.ts';
import { auditEvent, makeAuditReader } from '../../test/audit-records.ts';
import { startFollowing } from '../../test/following.ts';
import { aPerson, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();

const at = expect.any(String) as unknown;
test('an output that needs two approvals is decided by the second', async () => {
  const { id, ann, approve, output } = await anOutputForTwo(t);
  expect(await output()).toMatchObject({
    ...{ status: 'flagged', verdict: 'pass', requireApproval: true, ...given() },
  });

  expect(await approve('ann', { comment: 'Fine.' })).toMatchObject(WAITING);

  expect(await output()).toMatchObject({ humanDecision: null, decisions: [], ...given('ann') });
  expect((await ann.get(`/api/logs/${id}/status`)).body).toMatchObject({
    ...{ settled: false, decidedBy: null, ...given('ann') },
  });
  expect(decisionsOf(t, id)).toHaveLength(0);

  expect(await approve('ben')).toMatchObject(APPROVED);

  expect(await output()).toMatchObject({
    ...{ humanDecision: 'approved', decidedBy: 'ben@example.com', ...given('ann', 'ben') },
  });
  expect((await ann.get(`/api/logs/${id}/status`)).body).toMatchObject({
    ...{ settled: true, ...given('ann', 'ben') },
  });
  await eventually(() => expect(decisionsOf(t, id)).toHaveLength(1));
  const { body } = await ann.get(`/api/logs/${id}/timeline`);
  expect((body as { events: unknown[] }).events.slice(-3)).toMatchObject([
    { stage: 'approved', actor: 'ann@example.com', detail: '1 of 2 approvals: Fine.' },
    { stage: 'approved', actor: 'ben@example.com', detail: '2 of 2 approvals' },
    { stage: 'decided', actor: 'ben@example.com', detail: 'approved' },
  ]);
});

test('an output that needs one approval lists none', async () => {
  const { id, workspaceId } = await t.submitEvaluated('fail');
  const api = await t.as(aPerson(workspaceId));

  await api.patch(`/api/logs/${id}/decision`, { decision: 'approved' });

  expect((await api.get(`/api/logs/${id}`)).body).toMatchObject({
    ...{ humanDecision: 'approved', approvals: null },
  });
  expect((await api.get(`/api/logs/${id}/status`)).body).toMatchObject({ approvals: null });
  expect(t.gateway.asked).not.toContain(workspaceId);
});

test('a repeated approval counts once', async () => {
  const { approve, output } = await anOutputForTwo(t);
  await approve('ann', { comment: 'Fine.' });

  expect(await approve('ann', { comment: 'Fine.' })).toMatchObject(WAITING);
  expect(await approve('ann', { comment: 'Still.' })).toMatchObject(
    refused(409, 'ALREADY_DECIDED'),
  );
  expect(await approve('ann', { comment: 'Now!', override: true })).toMatchObject(
    refused(409, 'ALREADY_DECIDED'),
  );

  expect(await output()).toMatchObject({ humanDecision: null, ...given('ann') });
});

test('two concurrent last approvals decide once', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, approve, output } = await anOutputForTwo(t);
    await approve('ann');

    const answers = await Promise.all(['ben', 'cyn', 'dan'].map((each) => approve(each)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await eventually(() => expect(decisionsOf(t, id)).toHaveLength(1));
    const { decisions, approvals } = (await output()) as {
      decisions: unknown[];
      approvals: { given: unknown[] };
    };
    expect([decisions.length, approvals.given.length]).toEqual([1, 2]);
  }
});

test('two concurrent first approvals both count', async () => {
  const { approve, output } = await anOutputForTwo(t);

  const answers = await Promise.all(['ann', 'ben'].map((each) => approve(each)));

  expect(answers.map(({ body }) => (body as { humanDecision: unknown }).humanDecision)).toEqual(
    expect.arrayContaining([null, 'approved']),
  );
  expect(await output()).toMatchObject({ humanDecision: 'approved' });
});

describe('an approval by a person who loses the role before the decision', () => {
  test('does not count, even before review knows of the change', async () => {
    const { approve, output, demote } = await anOutputForTwo(t);
    await approve('ann');
    demote('ann');

    expect(await approve('ben')).toMatchObject(WAITING);

    expect(await output()).toMatchObject({ humanDecision: null, ...given('ben') });
    expect(await approve('ann')).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await approve('cyn')).toMatchObject(APPROVED);
  });

  test.each([
    ['member.role_changed', { role: 'viewer' }],
    ['member.removed', null],
  ] as const)(
    'does not count after %s is undone, and stays on decided outputs',
    async (...lost) => {
      const [action, after] = lost;
      const { workspaceId, approve, output, as } = await anOutputForTwo(t);
      const decided = await t.submitEvaluated('pass', {
        ...{ workspaceId, requireApproval: true, approvals: { needed: 2, notSubmitter: false } },
      });
      const path = `/api/logs/${decided.id}`;
      for (const each of ['ann', 'ben']) {
        await (await as(each)).patch(`${path}/decision`, { decision: 'approved' });
      }
      await approve('ann');
      const now = () => t.clock.now().toISOString();
      const target = { kind: 'member', id: 'ann' } as const;
      const event = auditEvent({ workspaceId, action, after, target, at: now() });

      await t.bus.send([event]);

      await eventually(async () => expect(await output()).toMatchObject(given()));
      t.clock.advance(1_000);
      await approve('ann');
      // Neither the event once more nor another role undoes what was approved since.
      const manager = { action: 'member.role_changed', after: { role: 'manager' } } as const;
      const later = auditEvent({ workspaceId, ...manager, target, at: now() });
      await t.bus.send([event, later]);
      await makeAuditReader(t).recorded(workspaceId, 6);
      expect(await output()).toMatchObject(given('ann'));
      expect((await (await as('ben')).get(path)).body).toMatchObject(given('ann', 'ben'));
    },
  );
});

test('the approvals of a removed member are dropped in the order in which outputs are locked', async () => {
  const workspaceId = newId();
  const submission = (id: string) => ({ submission: { workspaceId, id: `${id}-${newId()}` } });
  const later = await anOutputForTwo(t, submission('b'));
  const earlier = await anOutputForTwo(t, submission('a'));
  for (const { approve } of [later, earlier]) await approve('ann');
  // With many outputs of others, the approvals of a person are found in the order in which they were given.
  await t.sql.query(
    `INSERT INTO outputs (workspace_id, id, timestamp, created_at, queued_at, visible)
     SELECT $1, '0' || n, now(), now(), now(), true FROM generate_series(1, 2000) AS n`,
    [workspaceId],
  );
  await t.sql.query('ANALYZE outputs, approvals');
  const at = t.clock.now().toISOString();
  const target = { kind: 'member', id: 'ann' } as const;
  const removed = auditEvent({ workspaceId, action: 'member.removed', target, at });

  // Like a bulk change, which locks its outputs, then their approvals.
  const { sending } = await asDeadlockVictim(t.sql, async (tx) => {
    const lock = async ({ id }: { readonly id: string }) => {
      await tx.query('SELECT FROM outputs WHERE id = $1 FOR UPDATE', [id]);
      await tx.query('SELECT FROM approvals WHERE output_id = $1 FOR UPDATE', [id]);
    };
    await lock(earlier);
    const sent = t.bus.send([removed]);
    await untilHeldUp(tx, 1, 'DELETE FROM approvals');
    await lock(later);
    return { sending: sent };
  });

  await sending;
  for (const { output } of [later, earlier]) {
    await eventually(async () => expect(await output()).toMatchObject(given()));
  }
});

test('an output is shown before its caller gives up, even if the gateway does not say who may approve', async () => {
  const { output } = await anOutputForTwo(t);
  let release = (): void => {};
  t.gateway.before.answer = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  const start = performance.now();

  const shown = await output();

  const tookMs = performance.now() - start;
  delete t.gateway.before.answer;
  release();
  expect(shown).toMatchObject({ status: 'flagged', mayNotApprove: null });
  expect(tookMs).toBeLessThan(ANSWERS_WITHIN_MS);
}, 30_000);

test('a partial approval ends the claim, and streams report the output as free', async () => {
  const { id, workspaceId, ann, approve, output } = await anOutputForTwo(t);
  await ann.post(`/api/logs/${id}/claim`);
  expect(await approve('ben')).toMatchObject(refused(409, 'CLAIMED'));
  const following = await startFollowing(t);
  const reader = await following.followFromNow(workspaceId);

  await approve('ann');

  const released = () => reader.events.filter(({ event }) => event === 'released');
  await eventually(() => expect(released()).toHaveLength(1));
  expect(released()).toMatchObject([
    { event: 'released', data: { id, humanDecision: null, claimedBy: null } },
  ]);
  expect(await output()).toMatchObject({ claimedBy: null });
  await following.stop();
});

test('a partial approval is not a label, and is in the audit log', async () => {
  const { id, workspaceId, ann, approve } = await anOutputForTwo(t);
  const labelled = async () => {
    const { body } = await ann.get('/api/logs?label=good');
    return (body as { executions: unknown[] }).executions.length;
  };

  await approve('ann');

  expect(await labelled()).toBe(0);
  await approve('ben');
  expect(await labelled()).toBe(1);
  const { recorded } = makeAuditReader(t);
  expect(await recorded(workspaceId, 2)).toMatchObject([
    { action: 'output.approved', logId: id, after: { given: 1, needed: 2 } },
    { action: 'output.decided', logId: id },
  ]);
});

test('blind approvals are hidden from others until the decision', async () => {
  const workspaceId = newId();
  const service = await t.as({ kind: 'service', service: 'gateway' });
  await service.patch('/internal/notification-settings', {
    ...{ workspaceId, change: { blindApprovals: true }, isTrial: false },
  });
  const { id, as, approve } = await anOutputForTwo(t, { submission: { workspaceId } });
  const seenBy = async (who: string) => (await (await as(who)).get(`/api/logs/${id}`)).body;
  const timeline = async () => {
    const { body } = await (await as('ben')).get(`/api/logs/${id}/timeline`);
    const { events } = body as { events: { stage: string; actor: string | null }[] };
    return events.filter(({ stage }) => stage === 'approved').map(({ actor }) => actor);
  };

  await approve('ann');

  expect(await seenBy('ben')).toMatchObject({ approvals: { given: [{ by: null, at }] } });
  expect(await seenBy('ann')).toMatchObject(given('ann'));
  expect(await timeline()).toEqual([null]);
  await approve('ben');
  expect(await seenBy('cyn')).toMatchObject(given('ann', 'ben'));
  expect(await timeline()).toEqual(['ann@example.com', 'ben@example.com']);
});

test('deleting an output removes its approvals', async () => {
  const { id, workspaceId, approve } = await anOutputForTwo(t);
  await approve('ann');

  await (await t.as(aPerson(workspaceId))).delete(`/api/logs/${id}`);

  const { rows } = await t.sql.query('SELECT FROM approvals WHERE output_id = $1', [id]);
  expect(rows).toHaveLength(0);
});
