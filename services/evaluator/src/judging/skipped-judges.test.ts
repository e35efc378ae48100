import { beforeEach, describe, expect, jest, test } from '@jest/globals';

import { eventually } from '@output-review/runtime/testing';

import { PATIENCE_MS, useJudgedEvaluator } from '../../test/judged-evaluator.ts';
import { answering, refusing } from '../../test/judge-server.ts';

jest.setTimeout(PATIENCE_MS);

const evaluator = useJudgedEvaluator();

beforeEach(() => {
  (evaluator.judge.asked as unknown[]).length = 0;
  evaluator.judge.behave(answering({ verdict: 'pass' }));
});

async function skipJudgesWhenFlagged(workspaceId: string): Promise<void> {
  const body = { workspaceId, change: { skipJudgesWhenFlagged: true } };
  await (await evaluator.internal()).patch('/internal/judge-settings', body);
}

describe('a workspace that skips judges if an exact rule has failed', () => {
  const FAILING = { name: 'Short', type: 'max_length', value: '1' };
  const SKIPPED = {
    explanation: expect.not.stringMatching(/judge/),
    appliedRules: [
      { outcome: 'skipped', evaluator: 'llm', summary: expect.stringMatching(/skipped.*failed/) },
      { outcome: 'failed', evaluator: 'deterministic' },
    ],
  };

  async function aSkippingWorkspace(): Promise<string> {
    const workspaceId = await evaluator.aJudgedWorkspace();
    const api = await evaluator.api(workspaceId);
    await api.post('/api/rules', FAILING);
    await skipJudgesWhenFlagged(workspaceId);
    return workspaceId;
  }

  test('asks none in the background', async () => {
    expect(await evaluator.judgedIn(await aSkippingWorkspace())).toMatchObject({
      ...SKIPPED,
      outcome: 'fail',
    });
    expect(evaluator.judge.asked).toEqual([]);
  });

  const APPROVALS = { needed: 2, notSubmitter: false };
  test.each([
    ['fails', answering({ verdict: 'fail' }), { outcome: 'failed', approvals: APPROVALS }],
    ['errs', refusing(500), { outcome: 'error', approvals: APPROVALS }],
    ['passes', answering({ verdict: 'pass' }), { outcome: 'passed' }],
  ])(
    'asks a judge whose rule requires several approvals, since its result counts: it %s',
    async (_, says, ended) => {
      evaluator.judge.behave(says);
      const workspaceId = await evaluator.aJudgedWorkspace({ approvals: { needed: 2 } });
      await (await evaluator.api(workspaceId)).post('/api/rules', FAILING);
      await skipJudgesWhenFlagged(workspaceId);

      const { appliedRules } = await evaluator.judgedIn(workspaceId);

      expect(appliedRules).toMatchObject([ended, { outcome: 'failed' }]);
      expect(appliedRules.filter(({ approvals }) => approvals)).toHaveLength(
        'approvals' in ended ? 1 : 0,
      );
    },
  );

  test('asks none for a waiting caller', async () => {
    const output = evaluator.submission(await aSkippingWorkspace(), { sync: true });

    const answer = await (await evaluator.internal()).post('/internal/evaluate', output);

    expect(answer).toMatchObject({ status: 200, body: { ...SKIPPED, outcome: 'fail' } });
    expect(evaluator.judge.asked).toEqual([]);
  });

  test('asks none in a dry run, which consumes no model call', async () => {
    const workspaceId = await aSkippingWorkspace();
    const api = await evaluator.api(workspaceId);

    const { peers } = evaluator;
    const content = evaluator.submission(workspaceId).content;
    peers.outputs.set('o1', { projectId: 'p1', taskId: null, content });
    const before = peers.modelCalls.length;
    const tried = await api.post('/api/rules/evaluate', { logId: 'o1' });
    expect(tried.body).toMatchObject({
      status: 'flagged',
      appliedRules: SKIPPED.appliedRules,
    });
    expect(evaluator.judge.asked).toEqual([]);
    expect(peers.modelCalls).toHaveLength(before);
  });

  test('asks none about an output that already waits for a judge', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    await (await evaluator.api(workspaceId)).post('/api/rules', { ...FAILING, value: '200' });
    evaluator.judge.behave(refusing(503));
    const output = evaluator.submission(workspaceId);
    await evaluator.send(output);
    await eventually(async () => {
      expect(await evaluator.jobOf(output.id)).toMatchObject({ state: 'judging', owner: null });
      expect(evaluator.judge.asked.length).toBeGreaterThan(1);
    }, 20_000);
    const askedBefore = evaluator.judge.asked.length;
    await skipJudgesWhenFlagged(workspaceId);

    // As if the exact rule had failed and the pause were over.
    const failed = `progress = replace(progress::text, '"passed"', '"failed"')::json`;
    await evaluator.change(output.id, `${failed}, next_attempt_at = now()`);

    expect(await evaluator.resultOf(output.id)).toMatchObject({
      outcome: 'fail',
      appliedRules: [{ outcome: 'skipped' }, { outcome: 'failed' }],
    });
    expect(evaluator.judge.asked).toHaveLength(askedBefore);
  });

  test('asks judges if no exact rule has failed', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    await skipJudgesWhenFlagged(workspaceId);

    expect(await evaluator.judgedIn(workspaceId)).toMatchObject({ outcome: 'pass' });
    expect(evaluator.judge.asked).toHaveLength(1);
  });
});
