import { expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import {
  anOutputForTwo,
  APPROVED,
  decisionsOf,
  given,
  refused,
  WAITING,
} from '../../test/approvers.ts';
import { aSubmission, anEvaluation, aPerson, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();

const at = expect.any(String) as unknown;

// Each test tries to bypass the approvals of others.

test('a token may only reject', async () => {
  const { byToken, approve, output } = await anOutputForTwo(t);
  await approve('ann');

  for (const body of [
    { decision: 'approved' },
    { decision: 'handled' },
    { decision: 'changed', comment: 'Again.' },
    { decision: 'changed', correctedOutput: 'Better.' },
  ]) {
    expect(await byToken(body)).toMatchObject(refused(403, 'FORBIDDEN'));
  }
  expect(await output()).toMatchObject({ humanDecision: null, ...given('ann') });
  expect(await byToken({ decision: 'rejected' })).toMatchObject({
    ...{ status: 200, body: { humanDecision: 'rejected' } },
  });
  expect(await byToken({ decision: 'approved', override: true })).toMatchObject(
    refused(403, 'FORBIDDEN'),
  );
});

test('a change by one person may have a comment but no correction', async () => {
  const action = { name: 'refund', summary: 'Refund 10', params: { amount: 10 } };
  const content = { ...(await t.submitEvaluated()).content, action };
  const { decide, output } = await anOutputForTwo(t, { submission: { content } });

  for (const [field, correction] of [
    ['correctedAction', { correctedAction: { params: { amount: 9_999 } } }],
    ['correctedOutput', { correctedOutput: 'Better.' }],
  ] as const) {
    const body = { decision: 'changed', confirmFlagged: true, ...correction };
    expect(await decide('ann', body)).toMatchObject({
      ...refused(400, 'VALIDATION_FAILED'),
      body: { fields: { [field]: expect.any(String) } },
    });
  }
  expect(await output()).toMatchObject({ humanDecision: null, ...given() });
  expect(await decide('ann', { decision: 'changed', comment: 'Redo.' })).toMatchObject({
    body: { humanDecision: 'changed' },
  });
});

test.each(['rejected', 'handled'])('one person alone can decide “%s”', async (decision) => {
  const { approve, decide, output } = await anOutputForTwo(t);
  await approve('ann');

  expect(await decide('ben', { decision })).toMatchObject({ body: { humanDecision: decision } });

  expect(await output()).toMatchObject({ humanDecision: decision, ...given('ann') });
});

test('an override to approved starts over and reopens the output', async () => {
  const { id, approve, decide, output } = await anOutputForTwo(t);
  await approve('ann');
  await decide('ben', { decision: 'rejected' });
  expect(await approve('cyn')).toMatchObject(refused(409, 'ALREADY_DECIDED'));

  expect(await approve('cyn', { override: true })).toMatchObject(WAITING);

  expect(await output()).toMatchObject({
    ...{ humanDecision: null, decidedBy: null, ...given('cyn') },
    decisions: [{ decision: 'rejected', clearedAt: at }],
  });
  expect(await approve('ann')).toMatchObject(APPROVED);
  expect(await approve('dan', { override: true, comment: 'Mine.' })).toMatchObject(WAITING);
  expect(await output()).toMatchObject({ humanDecision: null, ...given('dan') });
  await eventually(() => expect(decisionsOf(t, id)).toHaveLength(2));
});

test('bulk gives one approval and skips outputs that the person may not approve', async () => {
  const { id, workspaceId, as, output, approve } = await anOutputForTwo(t);
  const second = await t.submitEvaluated('fail', { workspaceId });
  const third = await t.submitEvaluated('pass', {
    ...{ workspaceId, requireApproval: true, actorId: 'ANN@example.com' },
    approvals: { needed: 3, notSubmitter: true },
  });
  const ids = [id, second.id, third.id];
  const bulk = async (who: string, action: string) =>
    (await as(who)).patch('/api/logs/bulk', { ids, action });

  expect((await bulk('ann', 'approve')).body).toEqual({
    ...{ ok: true, count: 2, skipped: [{ id: third.id, code: 'FORBIDDEN' }] },
  });
  expect(await output()).toMatchObject({ humanDecision: null, ...given('ann') });
  expect((await bulk('ann', 'approve')).body).toEqual({
    ...{ ok: true, count: 0 },
    skipped: [
      { id: second.id, code: 'ALREADY_DECIDED' },
      { id, code: 'ALREADY_DECIDED' },
      { id: third.id, code: 'FORBIDDEN' },
    ],
  });
  expect(await approve('ben')).toMatchObject(APPROVED);
  expect((await bulk('ben', 'reject')).body).toMatchObject({ count: 1 });
});

test("bulk skips the submitter's outputs that come to need approvals while approvers are requested", async () => {
  const demand = { requireApproval: true, approvals: { needed: 2, notSubmitter: true } };
  const { id, workspaceId, as } = await anOutputForTwo(t, { submission: demand });
  const pending = aSubmission({ workspaceId, ...demand });
  await t.submit(pending);
  const ids = [id, pending.id];
  t.gateway.workspaces.set(workspaceId, {
    userIds: ['ann', 'cyn'],
    submitters: ids.map((each) => ({ id: each, userId: 'cyn' })),
  });
  t.gateway.before.answer = () => t.evaluate(anEvaluation(pending));

  const answer = await (await as('cyn')).patch('/api/logs/bulk', { ids, action: 'approve' });

  delete t.gateway.before.answer;
  expect(answer.body).toEqual({
    ...{ ok: true, count: 0 },
    skipped: expect.arrayContaining(ids.map((each) => ({ id: each, code: 'FORBIDDEN' }))),
  });
});

test('a deadline escalates instead of approving, and still rejects', async () => {
  const acceptedAt = t.clock.now().toISOString();
  const due = { acceptedAt, respondBy: 'PT10M' };
  const approving = await anOutputForTwo(t, { submission: { ...due, onDeadline: 'approve' } });
  const rejecting = await anOutputForTwo(t, { submission: { ...due, onDeadline: 'reject' } });
  await t.sql.query(
    `INSERT INTO workspace_settings
       (workspace_id, version, allow_deadline_approval, queue_decision_comments, is_deleted)
     VALUES ($1, 1, true, true, false)`,
    [approving.workspaceId],
  );
  await approving.approve('ann');

  t.clock.advance(10 * 60_000);

  const one = await t.as(aPerson(approving.workspaceId));
  await eventually(async () =>
    expect((await one.get(`/api/logs/${approving.id}`)).body).toMatchObject({
      ...{ humanDecision: null, escalatedAt: at, ...given('ann') },
    }),
  );
  const two = await t.as(aPerson(rejecting.workspaceId));
  await eventually(async () =>
    expect((await two.get(`/api/logs/${rejecting.id}`)).body).toMatchObject({
      humanDecision: 'rejected',
    }),
  );
});

test('a flag in between clears the approvals', async () => {
  const { id, ann, approve, output } = await anOutputForTwo(t);
  expect(await output()).toMatchObject({ mayNotApprove: null });
  await approve('ann');
  expect(await output()).toMatchObject({ mayNotApprove: 'approved' });
  const listed = { executions: [{ id, ...given('ann') }] };
  expect((await ann.get('/api/logs?fields=id,approvals')).body).toMatchObject(listed);

  await ann.patch(`/api/logs/${id}/status`, { status: 'flagged' });

  expect(await output()).toMatchObject({ humanDecision: null, ...given() });
  expect(await approve('ben')).toMatchObject(WAITING);
  expect(await approve('ann')).toMatchObject(APPROVED);
  await ann.patch(`/api/logs/${id}/status`, { status: 'flagged' });
  expect(await output()).toMatchObject({ humanDecision: null, ...given() });
});

test('a new evaluation clears the approvals', async () => {
  const { id, workspaceId, approve, output } = await anOutputForTwo(t);
  await approve('ann');
  const manager = await t.as(aPerson(workspaceId));

  await manager.post(`/api/logs/${id}/evaluate`);

  expect(await approve('ben')).toMatchObject(refused(409, 'STILL_EVALUATING'));
  expect(await output()).toMatchObject({ status: 'pending', ...given() });
});

test('the creator of the submitting token may not approve, but may reject', async () => {
  const approvals = { needed: 2, notSubmitter: true };
  const { approve, decide, output } = await anOutputForTwo(t, {
    ...{ submitter: 'ann', submission: { approvals } },
  });

  expect(await output()).toMatchObject({ mayNotApprove: 'submitter' });
  expect(await approve('ann')).toMatchObject(refused(403, 'FORBIDDEN'));
  await approve('ben');
  expect(await approve('ann')).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await decide('ann', { decision: 'rejected' })).toMatchObject({ status: 200 });
});

test('the person whose email is the actor may not approve either, also after an edit of the actor', async () => {
  const approvals = { needed: 2, notSubmitter: true };
  const { id, ann, approve } = await anOutputForTwo(t, {
    submission: { approvals, actorId: 'Ann@Example.com' },
  });
  expect(await approve('ann')).toMatchObject(refused(403, 'FORBIDDEN'));

  await ann.patch(`/api/logs/${id}`, { actorId: 'ben@example.com' });
  await ann.patch(`/api/logs/${id}`, { actorId: 'cyn@example.com' });

  expect(await approve('ann')).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await approve('cyn')).toMatchObject(refused(403, 'FORBIDDEN'));
  await approve('ben');
  expect(await approve('dan')).toMatchObject(APPROVED);
});

test('without notSubmitter the submitter counts like anyone else', async () => {
  const { approve } = await anOutputForTwo(t, {
    ...{ submitter: 'ann', submission: { actorId: 'ann@example.com' } },
  });

  await approve('ann');
  expect(await approve('ben')).toMatchObject(APPROVED);
});
