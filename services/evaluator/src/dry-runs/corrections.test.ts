import { describe, expect, jest, test } from '@jest/globals';
import type { CorrectedPart } from '@output-review/contracts';
import { newId } from '@output-review/runtime';

import { PATIENCE_MS, useJudgedEvaluator } from '../../test/judged-evaluator.ts';
import { answering, refusing } from '../../test/judge-server.ts';

jest.setTimeout(PATIENCE_MS);

const evaluator = useJudgedEvaluator();

const ACTION = { name: 'refund', summary: 'Refund', params: { amount: 500 } };

const RULES = [
  { name: 'text', type: 'keyword_forbidden', value: 'guarantee' },
  { name: 'json', type: 'json_valid', value: '' },
  { name: 'field', type: 'json_field_exists', value: 'total' },
  { name: 'action', type: 'json_field_range', value: '{"path":"action.params.amount","max":100}' },
  { name: 'metadata', type: 'json_field_exists', value: 'metadata.a' },
  { name: 'input', type: 'json_field_equals', value: '{"path":"input.a","equals":1}' },
  { name: 'confidence', type: 'confidence_min', value: '0.9' },
  { name: 'latency', type: 'latency_max', value: '1' },
  { name: 'cost', type: 'cost_max', value: '0' },
];

interface Given {
  readonly output?: string | null;
  readonly action?: typeof ACTION | null;
  readonly projectId?: string;
}

/** Checks a correction as a reviewer. */
async function check(workspaceId: string, corrected: readonly CorrectedPart[], given: Given = {}) {
  const { output = '{"total":1}', action = ACTION, projectId = 'p1' } = given;
  const { input, metadata } = evaluator.submission(workspaceId).content;
  const api = await evaluator.api(workspaceId, 'reviewer');
  return api.post('/internal/corrections/check', {
    ...{ workspaceId, projectId, taskId: null, attachments: [], corrected },
    content: { input, metadata, output, action },
  });
}

async function namesOf(...asked: Parameters<typeof check>): Promise<string[]> {
  const { body } = await check(...asked);
  return (body as { appliedRules: { ruleName: string }[] }).appliedRules.map(
    ({ ruleName }) => ruleName,
  );
}

describe('a correction', () => {
  test('is checked by the active rules that read the corrected parts', async () => {
    const workspaceId = newId();
    const api = await evaluator.api(workspaceId);
    for (const rule of RULES) await api.post('/api/rules', rule);
    await api.post('/api/rules', { ...RULES[0], name: 'off', isActive: false });
    await api.post('/api/rules', { ...RULES[0], name: 'shadow', mode: 'shadow' });
    await api.post('/api/rules', { ...RULES[0], name: 'elsewhere', projectName: newId() });

    expect(await namesOf(workspaceId, ['output'])).toEqual(['text', 'json', 'field']);
    expect(await namesOf(workspaceId, ['action'])).toEqual(['action']);
    expect(await namesOf(workspaceId, ['output', 'action'])).toEqual([
      'text',
      'json',
      'field',
      'action',
    ]);
    // Without an output, the text is that of the action.
    expect(await namesOf(workspaceId, ['action'], { output: null })).toEqual(['text', 'action']);
  });

  test("returns each rule's outcome on the corrected text, with every key, and stores nothing", async () => {
    const workspaceId = newId();
    const api = await evaluator.api(workspaceId);
    const { body: rule } = await api.post('/api/rules', { ...RULES[0], projectName: 'Support' });
    const { id: ruleId, projectId } = rule as { id: string; projectId: string };

    const given = { output: 'We guarantee it.', projectId };
    expect(await check(workspaceId, ['output'], given)).toMatchObject({
      status: 200,
      body: {
        appliedRules: [
          {
            ...{ ruleId, ruleVersion: 1, ruleName: 'text', scope: 'project' },
            ...{ projectName: 'Support', taskName: null, outcome: 'failed', attempts: 1 },
            summary: 'Forbidden phrase “guarantee” found at 4: We guarantee it.',
          },
        ],
      },
    });
    const { rows } = await evaluator.admin.query(
      'SELECT FROM evaluator.evaluations WHERE workspace_id = $1',
      [workspaceId],
    );
    expect(rows).toEqual([]);
  });

  test('lists the rules it does not pass that require several approvals', async () => {
    const workspaceId = newId();
    const api = await evaluator.api(workspaceId);
    const approvals = { needed: 2, notSubmitter: true };
    const [text, , field, action] = RULES;
    await api.post('/api/rules', { ...action, approvals });
    await api.post('/api/rules', { ...text, name: 'passed', approvals });
    await api.post('/api/rules', { ...text, name: 'shadow', mode: 'shadow', approvals });
    await api.post('/api/rules', field);
    await api.post('/api/rules', { name: 'judge', type: 'llm_judge', value: 'Fine.', approvals });
    evaluator.judge.behave(refusing(400));

    const output = 'No JSON.';
    expect(await check(workspaceId, ['output', 'action'], { output })).toMatchObject({
      status: 200,
      body: {
        appliedRules: [
          { ruleName: 'action', outcome: 'failed' },
          { ruleName: 'passed', outcome: 'passed' },
          { ruleName: 'field', outcome: 'failed' },
          { ruleName: 'judge', outcome: 'error' },
        ],
        approvalsAskedBy: ['action', 'judge'],
      },
    });
    expect(await check(workspaceId, ['output'], { output })).toMatchObject({
      body: { approvalsAskedBy: ['judge'] },
    });
  });

  test('of an action goes to a judge, and consumes one model call of the reviewer', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    evaluator.judge.behave(answering({ verdict: 'fail', explanation: 'Too much.' }));
    const before = evaluator.peers.modelCalls.length;

    expect(await check(workspaceId, ['action'])).toMatchObject({
      status: 200,
      body: { appliedRules: [{ outcome: 'failed', evaluator: 'llm' }] },
    });

    expect(evaluator.peers.modelCalls).toHaveLength(before + 1);
    expect(evaluator.judge.asked.at(-1)?.material).toMatchObject({ action: ACTION });
  });

  test('above the limit of model calls per minute is refused before a judge is asked', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    const before = evaluator.judge.asked.length;
    evaluator.peers.modelCallsFreeIn = 17;

    const answer = await check(workspaceId, ['output']);

    evaluator.peers.modelCallsFreeIn = null;
    expect(answer).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(answer.headers.get('retry-after')).toBe('17');
    expect(evaluator.judge.asked).toHaveLength(before);
  });

  test('of another workspace is refused', async () => {
    const api = await evaluator.api(newId(), 'reviewer');
    const content = { output: 'Hi', input: null, action: null, metadata: {} };
    const body = { projectId: 'p1', taskId: null, attachments: [], corrected: ['output'], content };

    expect(
      await api.post('/internal/corrections/check', { ...body, workspaceId: newId() }),
    ).toMatchObject({ status: 403 });
  });
});
