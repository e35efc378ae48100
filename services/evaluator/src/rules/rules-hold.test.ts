import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  type AuditRecorded,
  auditRecorded,
  INTERNAL_HEADERS,
  type OutputsEvaluated,
  type OutputsSubmitted,
  TOPICS,
} from '@output-review/contracts';
import { newId, type RunningService } from '@output-review/runtime';
import { type ApiClient, eventually } from '@output-review/runtime/testing';

import { apiOf, aSubmission, eventOf } from '../../test/test-evaluator.ts';
import { useTestEvaluator } from '../../test/use-test-evaluator.ts';

const evaluator = useTestEvaluator();
let workspaceId: string;

beforeEach(() => {
  workspaceId = newId();
});

const RULE = { name: 'No promises', type: 'keyword_forbidden', value: 'guarantee' };

function submission(fields: Parameters<typeof aSubmission>[1] = {}): OutputsSubmitted {
  return aSubmission(evaluator.clock, { workspaceId, ...fields });
}

/** The rule versions that failed according to a result. */
async function failedVersions({
  outcome,
  appliedRules,
}: OutputsEvaluated): Promise<[ruleId: string, version: number][]> {
  const ids = appliedRules.flatMap((rule) =>
    rule.outcome === 'failed' ? [rule.ruleVersionId] : [],
  );
  expect(outcome).toBe(ids.length === 0 ? 'pass' : 'fail');
  if (ids.length === 0) return [];
  const internal = await evaluator.internal();
  const { body } = await internal.post('/internal/rule-versions', { workspaceId, ids });
  const { versions } = body as { versions: { ruleId: string; ruleVersion: number }[] };
  return versions.map(({ ruleId, ruleVersion }) => [ruleId, ruleVersion]);
}

describe('two replicas', () => {
  test('apply a rule on each of them as soon as it is answered, 200 times', async () => {
    const replica = await evaluator.startReplica();
    try {
      // Not all in one workspace, since each output has a result of every rule.
      for (let workspaces = 0; workspaces < 10; workspaces += 1) await twentyRulesHold(replica);
    } finally {
      await replica.stop();
    }
  }, 120_000);

  async function twentyRulesHold(replica: RunningService): Promise<void> {
    workspaceId = newId();
    const queued: { readonly id: string; readonly ruleId: string }[] = [];
    const api = await evaluator.api(workspaceId);
    const who = { workspaceId, role: 'manager' } as const;
    const other = await apiOf(replica.url, evaluator.assertions, who);
    const asGateway = { kind: 'service', service: 'gateway' } as const;
    const inline = other.with(await evaluator.assertions.headersFor(asGateway));
    for (let round = 0; round < 20; round += 1) {
      const output = `<word ${round}>`;
      const { body } = await api.post('/api/rules', { ...RULE, value: output });

      const [behind, now] = [submission({ output }), submission({ output, sync: true })];
      queued.push({ id: behind.id, ruleId: (body as { id: string }).id });
      const [tried, answer] = await Promise.all([
        dryRun(other, output),
        inline.post('/internal/evaluate', now),
        evaluator.send(behind),
      ]);
      expect(tried).toMatchObject({ verdict: 'fail' });
      expect(answer).toMatchObject({ status: 200, body: { outcome: 'fail' } });
    }
    for (const { id, ruleId } of queued) {
      expect(await failedVersions(await evaluator.resultOf(id))).toEqual([[ruleId, 1]]);
    }
  }

  async function dryRun(api: ApiClient, output: string): Promise<unknown> {
    const { content } = submission({ output });
    evaluator.peers.outputs.set(output, { projectId: 'p1', taskId: null, content });
    return (await api.post('/api/rules/evaluate', { logId: output })).body;
  }
});

describe('a rule', () => {
  test('is applied in its current state: changed, switched off, deleted', async () => {
    const api = await evaluator.api(workspaceId);
    const { body } = await api.post('/api/rules', RULE);
    const { id } = body as { id: string };
    const failedNow = async () => {
      const output = submission({ output: 'We guarantee it.' });
      await evaluator.send(output);
      return failedVersions(await evaluator.resultOf(output.id));
    };

    expect(await failedNow()).toEqual([[id, 1]]);
    await api.patch(`/api/rules/${id}`, { value: 'warrant' });
    expect(await failedNow()).toEqual([]);
    await api.patch(`/api/rules/${id}`, { value: 'guarantee', isActive: false });
    expect(await failedNow()).toEqual([]);
    await api.patch(`/api/rules/${id}`, { isActive: true });
    expect(await failedNow()).toEqual([[id, 4]]);
    await api.delete(`/api/rules/${id}`);
    expect(await failedNow()).toEqual([]);
  });

  test('of a project follows the id through a rename, and returns the new name', async () => {
    const api = await evaluator.api(workspaceId);
    const created = await api.post('/api/rules', { ...RULE, projectName: 'Old' });
    const { id, projectId } = created.body as { id: string; projectId: string };
    const renamed = {
      ...{ workspaceId, id: projectId, kind: 'project', projectId: null, name: 'New' },
      ...{ aliasKeys: ['old'], version: 2, deleted: false },
    };
    const older = { ...renamed, name: 'Older', version: 1 };

    await evaluator.bus.send([
      eventOf(TOPICS.projectsChanged, renamed),
      eventOf(TOPICS.projectsChanged, older),
    ]);

    expect(await api.get(`/api/rules/${id}`)).toMatchObject({ body: { projectName: 'New' } });
    const output = submission({ projectId, projectName: 'New', output: 'We guarantee it.' });
    await evaluator.send(output);
    expect(await evaluator.resultOf(output.id)).toMatchObject({ outcome: 'fail' });
  });
});

function listenToAudit() {
  const audited: AuditRecorded[] = [];
  const subscription = evaluator.bus.subscribe({
    ...{ topic: auditRecorded.topic, group: 'test', batchMax: 100 },
    handle: async (batch) => {
      audited.push(...batch.map(({ json }) => JSON.parse(json) as AuditRecorded));
    },
  });
  return { audited, subscription };
}

test('audits every version with texts redacted, and no refused request', async () => {
  const { audited, subscription } = listenToAudit();
  const api = await evaluator.api(workspaceId);

  const { id } = (await api.post('/api/rules', RULE)).body as { id: string };
  await api.patch(`/api/rules/${id}`, { value: 'promise', isActive: false });
  await api.patch(`/api/rules/${id}`, { type: 'regex_forbidden', value: '(' });
  await api.delete(`/api/rules/${id}`);
  await api.delete(`/api/rules/${id}`);

  await eventually(() => expect(audited).toHaveLength(3));
  await subscription.close();
  const hidden = { hmac: expect.any(String) };
  const target = { kind: 'rule', id };
  expect(audited).toMatchObject([
    {
      ...{ workspaceId, action: 'rule.created', target, before: null },
      after: { name: hidden, type: 'keyword_forbidden', value: hidden, isActive: true, version: 1 },
    },
    {
      ...{ action: 'rule.updated', target },
      before: { value: hidden, mode: 'live', isActive: true, version: 1 },
      after: { value: hidden, mode: 'off', isActive: false, version: 2 },
    },
    { action: 'rule.deleted', target, before: { name: hidden, version: 2 }, after: null },
  ]);
  expect(Object.keys(audited[1]?.after ?? {}).toSorted()).toEqual([
    ...['isActive', 'mode', 'value', 'version'],
  ]);
  expect(JSON.stringify(audited)).not.toMatch(/promise|guarantee/);
});

test('audits who changed the judges, even if only a key changed, and no change without effect', async () => {
  const { audited, subscription } = listenToAudit();
  const api = (await evaluator.api(workspaceId)).with({
    [INTERNAL_HEADERS.clientAddress]: '203.0.113.7',
  });
  const change = (judges: object) =>
    api.patch('/internal/judge-settings', { workspaceId, change: judges });
  const judge = { provider: 'openai', model: 'secret-model' };

  await change({ judgeProviders: [{ ...judge, apiKey: 'sk-one' }], skipJudgesWhenFlagged: true });
  await change({ judgeProviders: [judge] });
  await change({ judgeProviders: [{ ...judge, apiKey: 'sk-two' }] });
  expect((await change({ defaultJudgeProvider: 'google' })).status).toBe(400);
  await change({ defaultJudgeProvider: 'openai' });

  await eventually(() => expect(audited).toHaveLength(3));
  await subscription.close();
  const hidden = { hmac: expect.any(String) };
  expect(audited).toMatchObject([
    {
      ...{ action: 'settings.changed', target: { kind: 'workspace', id: workspaceId } },
      ...{ actor: { name: 'ada@example.com' }, address: '203.0.113.7' },
      after: { judgeProviders: hidden, skipJudgesWhenFlagged: true },
    },
    { before: { judgeProviders: hidden }, after: { judgeProviders: hidden } },
    { before: { defaultJudgeProvider: null }, after: { defaultJudgeProvider: 'openai' } },
  ]);
  expect(JSON.stringify(audited)).not.toMatch(/secret-model|sk-/);
});
