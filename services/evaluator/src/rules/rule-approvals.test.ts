import { describe, expect, test } from '@jest/globals';
import { newId } from '@output-review/runtime';
import { type ApiClient, awaitedLocks, eventually } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { aSubmission } from '../../test/test-evaluator.ts';
import { useTestEvaluator } from '../../test/use-test-evaluator.ts';

const evaluator = useTestEvaluator();

const KEYWORD = { name: 'Transfers', type: 'keyword_forbidden', value: 'transfer' };
const TWO = { needed: 2, notSubmitter: false };

async function aRule(api: ApiClient, fields: object): Promise<string> {
  const answer = await api.post('/api/rules', { ...KEYWORD, ...fields });
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as { id: string }).id;
}

async function resultOf(workspaceId: string, output: string) {
  const submission = aSubmission(evaluator.clock, { workspaceId, output });
  await evaluator.send(submission);
  return evaluator.resultOf(submission.id);
}

describe('the approvals of a rule', () => {
  test('are stored, changed, cleared with null, and kept if a change omits them', async () => {
    const api = await evaluator.api(newId());
    const id = await aRule(api, { approvals: { needed: 2 } });
    const shown = async () => (await api.get(`/api/rules/${id}`)).body;

    expect(await shown()).toMatchObject({ approvals: { ...TWO, groupId: null } });
    await api.patch(`/api/rules/${id}`, { name: 'Other' });
    expect(await shown()).toMatchObject({ name: 'Other', approvals: TWO });
    const three = { needed: 3, notSubmitter: true };
    expect((await api.patch(`/api/rules/${id}`, { approvals: three })).body).toMatchObject({
      approvals: three,
    });
    await api.patch(`/api/rules/${id}`, { approvals: null });
    expect(await shown()).toMatchObject({ approvals: null, version: 4 });
    expect((await api.get('/api/rules')).body).toMatchObject([{ approvals: null }]);
  });

  test.each<[string, object]>([
    ['needed', { needed: 1 }],
    ['needed', { needed: 6 }],
    ['needed', { needed: 2.5 }],
    ['needed', {}],
    ['notSubmitter', { needed: 2, notSubmitter: 'yes' }],
  ])('are rejected for %s of %j', async (field, approvals) => {
    const api = await evaluator.api(newId());
    const id = await aRule(api, {});
    const refused = {
      ...{ status: 400, body: { code: 'VALIDATION_FAILED' } },
      body: { fields: { [`approvals.${field}`]: expect.any(String) } },
    };

    expect(await api.post('/api/rules', { ...KEYWORD, approvals })).toMatchObject(refused);
    expect(await api.patch(`/api/rules/${id}`, { approvals })).toMatchObject(refused);
  });
});

describe('the group of a rule', () => {
  test('is stored, cleared if omitted, and rejected if no member may approve', async () => {
    const workspaceId = newId();
    const api = await evaluator.api(workspaceId);
    const approvals = { needed: 2, notSubmitter: false, groupId: 'finance' };
    const id = await aRule(api, { approvals });
    const refused = {
      status: 400,
      body: {
        error: 'The approvals are not valid.',
        fields: { 'approvals.groupId': expect.any(String) },
      },
    };

    expect((await api.get(`/api/rules/${id}`)).body).toMatchObject({ approvals });
    const unknown = { approvals: { needed: 2, groupId: 'unknown' } };
    expect(await api.post('/api/rules', { ...KEYWORD, ...unknown })).toMatchObject(refused);
    expect(await api.patch(`/api/rules/${id}`, unknown)).toMatchObject(refused);
    const { appliedRules } = await resultOf(workspaceId, 'transfer');
    expect(appliedRules[0]?.approvals).toEqual({ ...TWO, groupIds: ['finance'] });
    const changed = await api.patch(`/api/rules/${id}`, { approvals: { needed: 2 } });
    const whole = { ...TWO, groupId: null };
    expect((changed.body as { approvals: object }).approvals).toEqual(whole);
    // The approvals of an answer can be sent back unchanged.
    const again = await api.patch(`/api/rules/${id}`, { approvals: whole });
    expect(again).toMatchObject({ status: 200, body: { approvals: whole } });
  });

  test('is replaced in a new version before it is deleted', async () => {
    const workspaceId = newId();
    const api = await evaluator.api(workspaceId);
    const id = await aRule(api, { approvals: { needed: 2, groupId: 'finance' } });
    await aRule(await evaluator.api(newId()), { approvals: { needed: 2, groupId: 'finance' } });
    const internal = await evaluator.internal();
    const move = async (moveTo?: string) =>
      (
        await internal.post('/internal/rules/move-group', {
          ...{ workspaceId, groupId: 'finance', moveTo },
        })
      ).body;

    expect(await move()).toEqual({ left: 1 });
    expect(await move('legal')).toEqual({ left: 0 });

    expect((await api.get(`/api/rules/${id}`)).body).toMatchObject({
      ...{ version: 2, approvals: { groupId: 'legal' } },
    });
    expect(await move()).toEqual({ left: 0 });
  });
});

describe('a group that is deleted while a rule that names it is saved', () => {
  const wanted = { approvals: { needed: 2, groupId: 'finance' } };

  /** Makes all group checks end as given, except for the first, which comes before all locks. */
  async function withLaterChecks<T>(
    later: () => Promise<string | null>,
    work: () => Promise<T>,
  ): Promise<T> {
    const { groupFaultOf } = evaluator.peers;
    let checks = 0;
    evaluator.peers.groupFaultOf = async () => ((checks += 1) > 1 ? later() : null);
    try {
      return await work();
    } finally {
      evaluator.peers.groupFaultOf = groupFaultOf;
    }
  }

  const savings: [string, (api: ApiClient, id: string) => ReturnType<ApiClient['post']>][] = [
    ['created', (api) => api.post('/api/rules', { ...KEYWORD, ...wanted })],
    ['updated', (api, id) => api.patch(`/api/rules/${id}`, wanted)],
  ];

  test.each(savings)('rejects the rule that is %s', async (_, save) => {
    const api = await evaluator.api(newId());
    const id = await aRule(api, {});

    const answer = await withLaterChecks(
      () => Promise.resolve('It is gone.'),
      () => save(api, id),
    );

    expect(answer).toMatchObject({
      ...{ status: 400, body: { fields: { 'approvals.groupId': 'It is gone.' } } },
    });
    expect((await api.get('/api/rules')).body).toMatchObject([{ id, version: 1 }]);
  });

  test.each(savings)('also moves the rule that is %s', async (_, save) => {
    const workspaceId = newId();
    const api = await evaluator.api(workspaceId);
    const internal = await evaluator.internal();
    const id = await aRule(api, {});
    const body = { workspaceId, groupId: 'finance', moveTo: 'legal' };
    const admin = new Client({ connectionString: evaluator.database.adminUrl });
    await admin.connect();
    const moves: Promise<unknown>[] = [];
    const move = async () => {
      const moving = internal.post('/internal/rules/move-group', body);
      moves.push(moving);
      const held = eventually(async () => {
        expect(await awaitedLocks(admin)).not.toEqual([]);
      });
      await Promise.race([moving, held]);
      return null;
    };

    const answer = await withLaterChecks(move, () => save(api, id));
    await Promise.all(moves);
    await admin.end();

    const { id: saved } = answer.body as { id: string };
    expect((await api.get(`/api/rules/${saved}`)).body).toMatchObject({
      approvals: { groupId: 'legal' },
    });
  });
});

describe('a result', () => {
  test('has the approval requirements of rules that failed or ended in an error, and of no others', async () => {
    const workspaceId = newId();
    const api = await evaluator.api(workspaceId);
    await aRule(api, { approvals: { needed: 2 } });
    await aRule(api, { value: 'never', approvals: { needed: 5 } });
    await aRule(api, { approvals: { needed: 5 }, mode: 'off' });
    await aRule(api, { approvals: { needed: 5 }, mode: 'shadow' });
    await aRule(api, {});
    const range = { name: 'Amount', type: 'json_field_range', value: '{"path":"amount","max":9}' };
    await aRule(api, { ...range, approvals: { needed: 3, notSubmitter: true } });

    const { appliedRules } = await resultOf(workspaceId, 'transfer');

    expect(appliedRules.map(({ outcome, approvals }) => [outcome, approvals])).toEqual([
      ['failed', TWO],
      ['passed', undefined],
      ['failed', undefined],
      ['failed', { needed: 3, notSubmitter: true }],
    ]);
    expect(JSON.stringify(await resultOf(workspaceId, '{"amount": 1}'))).not.toContain('approvals');
  });

  test('keeps the requirements at the time of evaluation, and the next result has the new ones', async () => {
    const workspaceId = newId();
    const api = await evaluator.api(workspaceId);
    const id = await aRule(api, { approvals: { needed: 3 } });
    const before = await resultOf(workspaceId, 'transfer');

    await api.patch(`/api/rules/${id}`, { approvals: TWO });
    const after = await resultOf(workspaceId, 'transfer');
    await api.patch(`/api/rules/${id}`, { approvals: null });
    const last = await resultOf(workspaceId, 'transfer');

    expect(
      [before, after, last].map(({ appliedRules }) => appliedRules[0]?.approvals?.needed),
    ).toEqual([3, 2, undefined]);
  });

  test('is flagged in a dry run', async () => {
    const api = await evaluator.api(newId());
    const rule = { name: 'Amount', type: 'regex_forbidden', value: 'a', approvals: TWO };
    const answer = await api.post('/api/rules/evaluate', { rule, output: 'a' });
    expect(answer).toMatchObject({ status: 200, body: { status: 'flagged' } });
  });
});
