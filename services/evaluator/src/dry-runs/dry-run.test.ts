import { newId } from '@output-review/runtime';
import { describe, expect, test } from '@jest/globals';

import { aSubmission } from '../../test/test-evaluator.ts';
import { useTestEvaluator } from '../../test/use-test-evaluator.ts';

const evaluator = useTestEvaluator();

const RULE = { name: 'No promises', type: 'keyword_forbidden', value: 'guarantee' };

const ACTION = { name: 'Refund', summary: 'As promised', params: { note: 'GUARANTEE' } };

describe('a dry run', () => {
  test('of an unsaved rule answers like a submission, with every key', async () => {
    const api = await evaluator.api(newId());

    const answer = await api.post('/api/rules/evaluate', {
      output: 'We guarantee it.',
      rule: RULE,
    });

    const summary = 'Forbidden phrase “guarantee” found at 4: We guarantee it.';
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      verdict: 'fail',
      confidenceScore: 1,
      explanation: summary,
      status: 'flagged',
      appliedRules: [
        {
          ruleId: null,
          ruleVersion: null,
          ruleName: RULE.name,
          ruleType: RULE.type,
          ruleValue: RULE.value,
          scope: 'global',
          projectName: null,
          taskName: null,
          outcome: 'failed',
          summary,
          evaluator: 'deterministic',
          model: null,
          confidence: 1,
          llmOutput: null,
          inputTokens: null,
          outputTokens: null,
          costUsd: null,
          attempts: 1,
          latencyMs: expect.any(Number),
          shadow: false,
        },
      ],
    });
    expect((await api.get('/api/rules')).body).toEqual([]);
  });

  test('drops empty metadata and keeps an action unchanged, like a submission', async () => {
    const api = await evaluator.api(newId());
    const metadata = { empty: '', blank: ' ', none: null, zero: 0 };
    const explained = async (type: string, value: string, content: object = { output: 'a' }) => {
      const rule = { name: 'R', type, value };
      const answer = await api.post('/api/rules/evaluate', { ...content, metadata, rule });
      return (answer.body as { verdict: string }).verdict;
    };

    for (const name of ['empty', 'blank', 'none']) {
      expect(await explained('json_field_exists', `metadata.${name}`)).toBe('fail');
    }
    expect(await explained('json_field_exists', 'metadata.zero')).toBe('pass');
    const action = { name: ' Refund', summary: 'As promised ' };
    expect(await explained('regex_required', '^ Refund', { action })).toBe('pass');
    expect(await explained('regex_required', '(?m)promised $', { action })).toBe('pass');
  });

  test('with nothing to read skips the rule and ends as an error', async () => {
    const api = await evaluator.api(newId());

    expect(await api.post('/api/rules/evaluate', { rule: RULE })).toMatchObject({
      status: 200,
      body: {
        verdict: null,
        confidenceScore: null,
        status: 'error',
        explanation: '0 rules passed, 1 skipped.',
      },
    });
  });

  test('reads an action if there is no output', async () => {
    const api = await evaluator.api(newId());

    expect(await api.post('/api/rules/evaluate', { action: ACTION, rule: RULE })).toMatchObject({
      body: { verdict: 'fail' },
    });
  });

  test('of a project applies the active rules that apply there, by name or id', async () => {
    const api = await evaluator.api(newId());
    const projectName = `Support ${newId()}`;
    await api.post('/api/rules', RULE);
    await api.post('/api/rules', { ...RULE, name: 'Off', isActive: false });
    await api.post('/api/rules', { ...RULE, name: 'Shadow', mode: 'shadow' });
    await api.post('/api/rules', { ...RULE, name: 'Elsewhere', projectName: newId() });
    const scoped = { ...RULE, name: 'Here', value: 'refund', projectName, taskName: 'Mail' };
    const { body } = await api.post('/api/rules', scoped);
    const { projectId } = body as { projectId: string };
    const text = { output: 'A refund.' };

    for (const project of [projectName, projectId]) {
      const answer = await api.post('/api/rules/evaluate', { ...text, project, task: 'mail' });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          verdict: 'fail',
          appliedRules: [
            { ruleName: RULE.name, ruleVersion: 1, scope: 'global', outcome: 'passed' },
            { ruleName: 'Here', scope: 'task', projectName, taskName: 'Mail', outcome: 'failed' },
          ],
        },
      });
    }
    const padded = { project: ` ${projectName} `, task: ' Mail\n' };
    expect(await api.post('/api/rules/evaluate', { ...text, ...padded })).toMatchObject({
      body: { verdict: 'fail' },
    });
    expect(await api.post('/api/rules/evaluate', { ...text, project: projectName })).toMatchObject({
      body: { verdict: 'pass', explanation: 'All 1 rules passed.' },
    });
    expect(await api.post('/api/rules/evaluate', { ...text, project: newId() })).toMatchObject({
      status: 404,
    });
  });

  test('of a stored output uses its text and the current rules', async () => {
    const api = await evaluator.api(newId());
    const { content } = aSubmission(evaluator.clock, { output: 'We guarantee it.' });
    evaluator.peers.outputs.set('log-1', { projectId: 'p1', taskId: null, content });
    await api.post('/api/rules', RULE);

    expect(await api.post('/api/rules/evaluate', { logId: 'log-1' })).toMatchObject({
      status: 200,
      body: { verdict: 'fail', appliedRules: [{ ruleName: RULE.name }] },
    });
    expect(await api.post('/api/rules/evaluate', { logId: 'log-2' })).toMatchObject({
      status: 404,
    });
  });

  test.each<[type: string, value: string, content: object, explanation: RegExp]>([
    ['json_valid', '', { output: '{' }, /^The output is not JSON: /],
    ['json_field_exists', 'action.params.to', { action: ACTION }, /^Field “action\.params\.to” is/],
    ['json_field_equals', '{"path":"metadata.a","equals":1}', { metadata: { a: 2 } }, /1 needed/],
    ['json_field_range', '{"path":"input.a","min":1}', { input: '{"a":0}' }, /at least 1 needed/],
    ['confidence_min', '0.5', { confidence: 0.4 }, /^Confidence too low: 0\.4/],
    ['latency_max', '10', { latencyMs: 11 }, /^Too slow: 11 ms/],
    ['cost_max', '0', {}, /^Cost is missing/],
  ])('of %s %s on %j explains the failure', async (type, ...[value, content, explanation]) => {
    const api = await evaluator.api(newId());
    const rule = { name: 'Tried', type, value };

    expect(await api.post('/api/rules/evaluate', { ...content, rule })).toMatchObject({
      status: 200,
      body: { verdict: 'fail', explanation: expect.stringMatching(explanation) },
    });
  });

  test('of a schema that costs too much ends soon, as an error', async () => {
    const api = await evaluator.api(newId());
    const twice = { items: { $ref: '#/$defs/a' } };
    const value = JSON.stringify({ $ref: '#/$defs/a', $defs: { a: { allOf: [twice, twice] } } });
    const rule = { name: 'Twice', type: 'json_valid', value };

    const output = `${'['.repeat(60)}${']'.repeat(60)}`;
    expect(await api.post('/api/rules/evaluate', { output, rule })).toMatchObject({
      status: 200,
      body: {
        verdict: null,
        status: 'error',
        explanation:
          'Rule “Twice” could not be applied: checking this output against the schema takes too long.',
      },
    });
  });

  test.each([
    ['nothing to try', { output: 'x' }, 'rule'],
    ['two things to try', { output: 'x', rule: RULE, project: 'P' }, 'project'],
    ['a task alone', { output: 'x', rule: RULE, task: 'T' }, 'task'],
    ['a stored output and another text', { output: 'x', logId: 'log-1' }, 'output'],
    ['an invalid rule', { rule: { ...RULE, value: '' } }, 'rule.value'],
    ['an invalid path', { rule: { ...RULE, type: 'json_field_exists', value: '$' } }, 'rule.value'],
    ['an unknown rule type', { rule: { ...RULE, type: 'magic' } }, 'rule.type'],
    ['a number as output', { output: 7, rule: RULE }, 'output'],
  ])('of %s returns 400', async (_, body, field) => {
    const api = await evaluator.api(newId());

    expect(await api.post('/api/rules/evaluate', body)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', fields: { [field]: expect.any(String) } },
    });
  });

  test('of a pattern that hangs a backtracking engine ends at once', async () => {
    const api = await evaluator.api(newId());
    const rule = { name: 'Slow', type: 'regex_forbidden', value: '(x+x+)+y' };
    const startedAt = performance.now();

    const answer = await api.post('/api/rules/evaluate', { output: 'x'.repeat(1 << 20), rule });

    expect(answer).toMatchObject({ status: 200, body: { verdict: 'pass' } });
    // A backtracking engine would need years.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });
});
