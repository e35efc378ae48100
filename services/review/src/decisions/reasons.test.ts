import { describe, expect, test } from '@jest/globals';
import type { DecisionReason } from '@output-review/contracts';

import { aPerson, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();

const REASONS: DecisionReason[] = [
  { id: 'tone', name: 'Wrong tone', isActive: true },
  { id: 'facts', name: 'Wrong facts', isActive: true },
  { id: 'old', name: 'No longer used', isActive: false },
];

async function aWorkspace() {
  const { id, workspaceId } = await t.submitEvaluated();
  const service = await t.as({ kind: 'service', service: 'gateway' });
  const change = (decisionReasons: readonly DecisionReason[]) =>
    service.patch('/internal/notification-settings', {
      ...{ workspaceId, change: { decisionReasons }, isTrial: false },
    });
  expect((await change(REASONS)).status).toBe(200);
  const api = await t.as(aPerson(workspaceId, 'reviewer'));
  const decide = (body: object, outputId = id) => api.patch(`/api/logs/${outputId}/decision`, body);
  const found = async (reason: string) => {
    const { body } = await api.get(`/api/logs?reason=${reason}`);
    return (body as { executions: { id: string }[] }).executions.map((output) => output.id);
  };
  return { id, workspaceId, api, change, decide, found };
}

describe('the reasons of a decision', () => {
  test('are shown on the output and its decisions, and are found by search and export', async () => {
    const { id, workspaceId, api, decide, found } = await aWorkspace();
    const other = await t.submitEvaluated('fail', { workspaceId });
    await decide({ decision: 'rejected' }, other.id);

    const answer = await decide({ decision: 'rejected', reasonIds: ['tone', 'facts'] });

    expect(answer.status).toBe(200);
    expect((await api.get(`/api/logs/${id}`)).body).toMatchObject({
      reasonIds: ['tone', 'facts'],
      decisions: [{ decision: 'rejected', reasonIds: ['tone', 'facts'] }],
    });
    expect((await api.get(`/api/logs/${other.id}`)).body).toMatchObject({
      ...{ reasonIds: [], decisions: [{ reasonIds: [] }] },
    });
    expect(await found('facts')).toEqual([id]);
    expect(await found('old')).toEqual([]);
    const manager = await t.as(aPerson(workspaceId, 'manager'));
    const path = '/api/logs/export?format=jsonl&shape=decisions&reason=tone';
    const exported = await manager.get(path);
    // One line of JSON.
    expect(exported.body).toMatchObject({ id, reasonIds: ['tone', 'facts'] });
  });

  test('are refused if one is unknown or retired, and nothing is decided', async () => {
    const { id, workspaceId, api, decide } = await aWorkspace();
    const other = await t.submitEvaluated('fail', { workspaceId });
    const refused = {
      status: 400,
      body: {
        code: 'VALIDATION_FAILED',
        fields: {
          'reasonIds.1': expect.stringMatching(/no such reason/),
          'reasonIds.2': expect.stringMatching(/retired/),
        },
      },
    };
    const reasonIds = ['tone', 'never', 'old'];

    expect(await decide({ decision: 'rejected', reasonIds })).toMatchObject(refused);
    const bulk = { ids: [id, other.id], action: 'reject', reasonIds };
    expect(await api.patch('/api/logs/bulk', bulk)).toMatchObject(refused);
    for (const malformed of [['a b'], ['tone', 'tone'], 'tone', [7]]) {
      const answer = await decide({ decision: 'rejected', reasonIds: malformed });
      expect(answer.status).toBe(400);
    }

    for (const each of [id, other.id]) {
      expect((await api.get(`/api/logs/${each}`)).body).toMatchObject({ humanDecision: null });
    }
  });

  test('can be given in bulk', async () => {
    const { id, workspaceId, api, found } = await aWorkspace();
    const other = await t.submitEvaluated('fail', { workspaceId });
    const bulk = { ids: [id, other.id], action: 'reject', reasonIds: ['tone'] };

    expect((await api.patch('/api/logs/bulk', bulk)).body).toMatchObject({ count: 2 });

    expect((await found('tone')).toSorted()).toEqual([id, other.id].toSorted());
  });

  test('make a different decision; a retired one stays on old decisions, also when these are repeated', async () => {
    const { id, api, change, decide, found } = await aWorkspace();
    const first = { decision: 'rejected', reasonIds: ['tone', 'facts'] };
    await decide(first);
    await change([{ id: 'facts', name: 'Wrong facts', isActive: true }]);

    const repeated = await decide({ ...first, reasonIds: ['facts', 'tone'] });
    const others = await decide({ decision: 'rejected', reasonIds: ['facts'] });
    expect([repeated.status, others.status]).toEqual([200, 409]);
    expect(await found('tone')).toEqual([id]);

    await decide({ decision: 'rejected', reasonIds: ['facts'], override: true });
    expect(await found('tone')).toEqual([]);
    expect((await api.get(`/api/logs/${id}`)).body).toMatchObject({
      reasonIds: ['facts'],
      decisions: [{ reasonIds: ['tone', 'facts'] }, { reasonIds: ['facts'] }],
    });
  });
});

describe('the reasons of a workspace', () => {
  test('have unique IDs, at most 50', async () => {
    const { change } = await aWorkspace();
    const twice = [REASONS[0]!, { ...REASONS[1]!, id: 'tone' }];
    expect(await change(twice)).toMatchObject({
      ...{ status: 400, body: { fields: { 'decisionReasons.1.id': expect.any(String) } } },
    });
    const many = Array.from({ length: 51 }, (_, n) => ({ ...REASONS[0]!, id: `r${n}` }));
    expect((await change(many)).status).toBe(400);
    expect((await change(many.slice(1))).status).toBe(200);
    expect((await change([{ ...REASONS[0]!, id: 'a,b' }])).status).toBe(400);
  });
});
