import { describe, expect, test } from '@jest/globals';
import type { ApprovalDemand, OutputsEvaluated, OutputsSubmitted } from '@output-review/contracts';

import { APPROVED, approversOf, refused, WAITING } from '../../test/approvers.ts';
import { anEvaluation, aSubmission, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();

/** An output that failed a rule that requires these approvals. */
async function anOutput(approvals: ApprovalDemand, submission: Partial<OutputsSubmitted> = {}) {
  const output = aSubmission(submission);
  await t.submit(output);
  const failed: OutputsEvaluated['appliedRules'][number] = {
    ...{ ruleVersionId: 'r1@1', outcome: 'failed' as const, summary: 'Too much.', approvals },
    ...{ evaluator: 'deterministic' as const, latencyMs: 0.1 },
  };
  await t.evaluate(anEvaluation(output, { outcome: 'fail', appliedRules: [failed] }));
  return approversOf(t, output);
}

const TWO = { needed: 2, notSubmitter: false };
const FINANCE = { ...TWO, groupIds: ['finance'] };
const groupsOf = (
  { id: outputId, workspaceId }: { id: string; workspaceId: string },
  members: Record<string, string[]>,
  submitter?: string,
) => {
  const found = t.gateway.workspaces.get(workspaceId);
  if (!found) throw new Error('No one may approve there');
  const groups = Object.entries(members).map(([id, userIds]) => ({ id, userIds }));
  const emails = found.userIds.map((userId) => ({ userId, email: `${userId}@example.com` }));
  const submitters = submitter === undefined ? [] : [{ id: outputId, userId: submitter }];
  t.gateway.workspaces.set(workspaceId, {
    ...{ ...found, groups, emails, submitters, managerIds: ['dan'] },
  });
};

test('people outside the group may give all but the last approval', async () => {
  const one = await anOutput(FINANCE);
  groupsOf(one, { finance: ['cyn'] });

  expect(await one.output()).toMatchObject({
    approvals: { needed: 2, given: [], groups: [{ id: 'finance', isGiven: false }] },
  });
  expect(await one.approve('ann')).toMatchObject(WAITING);
  const ben = await one.as('ben');
  expect((await ben.get(`/api/logs/${one.id}`)).body).toMatchObject({ mayNotApprove: 'group' });
  expect(await one.approve('ben')).toMatchObject(refused(403, 'FORBIDDEN'));
  const bulk = { ids: [one.id], action: 'approve' };
  expect((await ben.patch('/api/logs/bulk', bulk)).body).toMatchObject({
    ...{ count: 0, skipped: [{ id: one.id, code: 'FORBIDDEN' }] },
  });
  expect(await one.approve('cyn')).toMatchObject(APPROVED);
});

test('a member of the group also counts toward the number', async () => {
  const one = await anOutput(FINANCE);
  groupsOf(one, { finance: ['cyn'] });

  expect(await one.approve('cyn')).toMatchObject(WAITING);
  expect(await one.approve('ben')).toMatchObject(APPROVED);
});

test('each group that a rule or the submission names must give one', async () => {
  const one = await anOutput(FINANCE, {
    ...{ requireApproval: true, approvals: { ...TWO, groupIds: ['legal'] } },
  });
  groupsOf(one, { finance: ['cyn'], legal: ['dan'] });

  expect(await one.approve('ann')).toMatchObject(WAITING);
  expect(await one.approve('cyn')).toMatchObject(WAITING);
  expect(await one.approve('ben')).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await one.output()).toMatchObject({ humanDecision: null });
  expect(await one.approve('dan')).toMatchObject(APPROVED);
});

test('a group that a concurrent evaluation names, too, must give one', async () => {
  const one = await anOutput(FINANCE);
  groupsOf(one, { finance: ['cyn'], legal: ['ben'] });
  await one.approve('cyn');
  t.gateway.before.answer = async () => {
    delete t.gateway.before.answer;
    await t.sql.query('UPDATE outputs SET rule_approvals = $2 WHERE id = $1', [
      ...[one.id, JSON.stringify({ ...TWO, groupIds: ['finance', 'legal'] })],
    ]);
  };

  // He is a manager, so he would stand in for a group that nobody asked about.
  expect(await one.approve('dan')).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await one.approve('ben')).toMatchObject(APPROVED);
});

test('a person who left the group before the decision does not count for it', async () => {
  const one = await anOutput(FINANCE);
  groupsOf(one, { finance: ['cyn', 'dan'] });
  await one.approve('cyn');

  groupsOf(one, { finance: ['dan'] });

  expect(await one.approve('ben')).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await one.approve('dan')).toMatchObject(APPROVED);
});

test.each<[string, Record<string, string[]>]>([
  ['was deleted', {}],
  ['has nobody left', { finance: [] }],
])('managers stand in for a group that %s', async (_, members) => {
  const one = await anOutput(FINANCE);
  groupsOf(one, members);

  await one.approve('ann');
  expect(await one.approve('ben')).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await one.approve('dan')).toMatchObject(APPROVED);
});

test('managers stand in for a group in which only the submitter may approve', async () => {
  const one = await anOutput({ ...FINANCE, notSubmitter: true });
  groupsOf(one, { finance: ['cyn'] }, 'cyn');

  expect(await one.approve('cyn')).toMatchObject(refused(403, 'FORBIDDEN'));
  await one.approve('ann');
  expect(await one.approve('dan')).toMatchObject(APPROVED);
});

test('managers stand in for a group in which only the actor is left', async () => {
  const one = await anOutput({ ...FINANCE, notSubmitter: true }, { actorId: 'Cyn@example.com' });
  groupsOf(one, { finance: ['cyn'] });

  expect(await one.approve('cyn')).toMatchObject(refused(403, 'FORBIDDEN'));
  await one.approve('ann');
  expect(await one.approve('ben')).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await one.approve('dan')).toMatchObject(APPROVED);
});

test.each<[string, Record<string, string[]>, object]>([
  ['the submitter', { finance: [] }, { submitters: 'dan' }],
  ['the actor', { finance: [] }, { actorId: 'Dan@example.com' }],
  ['the submitter and in the group', { finance: ['dan'] }, { submitters: 'dan' }],
])('everyone else stands in when the only manager is %s', async (_, members, who) => {
  const { submitters, actorId } = who as { submitters?: string; actorId?: string };
  const one = await anOutput({ ...FINANCE, notSubmitter: true }, { ...(actorId && { actorId }) });
  groupsOf(one, members, submitters);

  expect(await one.approve('dan')).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await one.approve('ann')).toMatchObject(WAITING);
  const ben = await one.as('ben');
  expect((await ben.get(`/api/logs/${one.id}`)).body).toMatchObject({ mayNotApprove: null });
  expect(await one.approve('ben')).toMatchObject(APPROVED);
});

describe('the approval of a group is shown as given', () => {
  const isGiven = async ({ output }: { output: () => Promise<unknown> }) => {
    const { approvals } = (await output()) as { approvals: { groups: { isGiven: boolean }[] } };
    return approvals.groups.map((group) => group.isGiven);
  };
  const mirrored = async ({ workspaceId }: { workspaceId: string }, members: string[]) => {
    await t.sql.query(
      `INSERT INTO people (workspace_id, user_id, name, role)
       SELECT $1, u, u, CASE u WHEN 'dan' THEN 'manager' WHEN 'cyn' THEN 'viewer' ELSE 'reviewer' END
       FROM unnest(ARRAY['ann', 'ben', 'cyn', 'dan']) AS u`,
      [workspaceId],
    );
    await t.sql.query(
      `INSERT INTO group_members SELECT $1, 'finance', u FROM unnest($2::text[]) AS u`,
      [workspaceId, members],
    );
  };

  test.each<[string, string[]]>([
    ['nobody is', []],
    ['only a viewer is', ['cyn']],
  ])('when a manager stood in because %s in it', async (_, members) => {
    const one = await anOutput(FINANCE);
    groupsOf(one, { finance: [] });
    await mirrored(one, members);

    expect(await isGiven(one)).toEqual([false]);
    expect(await one.approve('dan')).toMatchObject(WAITING);
    expect(await isGiven(one)).toEqual([true]);
  });

  test('when a member gave it, and not when a manager approved while a member may', async () => {
    const one = await anOutput(FINANCE);
    groupsOf(one, { finance: ['ben'] });
    await mirrored(one, ['ben']);

    await one.approve('dan');
    expect(await isGiven(one)).toEqual([false]);
    await one.approve('ben');
    expect(await isGiven(one)).toEqual([true]);
  });

  test('once the output is approved, whoever stood in for it', async () => {
    const one = await anOutput({ ...FINANCE, notSubmitter: true });
    groupsOf(one, { finance: ['ben'] }, 'ben');
    await mirrored(one, ['ben']);

    await one.approve('ann');
    expect(await one.approve('dan')).toMatchObject(APPROVED);
    expect(await isGiven(one)).toEqual([true]);
  });
});
