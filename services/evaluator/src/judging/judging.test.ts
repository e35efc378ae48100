import { newId } from '@output-review/runtime';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { ALL_CONNECTIONS, eventually } from '@output-review/runtime/testing';

import { answering, hold, refusing } from '../../test/judge-server.ts';
import { PATIENCE_MS, useJudgedEvaluator } from '../../test/judged-evaluator.ts';

jest.setTimeout(PATIENCE_MS);

// Calls that a test holds open must not time out on a slow machine.
const evaluator = useJudgedEvaluator({ callMs: PATIENCE_MS }, ALL_CONNECTIONS);

beforeEach(() => {
  evaluator.judge.behave(answering({ verdict: 'pass' }));
});

describe('a submission that needs a judge', () => {
  test("is evaluated by all its rules, with the judge's answer and usage", async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    const api = await evaluator.api(workspaceId);
    await api.post('/api/rules', { name: 'Short', type: 'max_length', value: '200' });
    const explanation = 'It calls the customer names';
    evaluator.judge.behave(answering({ verdict: 'fail', confidence: 0.7, explanation }));
    const output = evaluator.submission(workspaceId);

    await evaluator.send(output);

    const summary = 'Rule “Tone” is not met: It calls the customer names.';
    expect(await evaluator.resultOf(output.id)).toMatchObject({
      ...{ run: 1, outcome: 'fail', confidenceScore: 0.7, explanation: summary },
      appliedRules: [
        {
          ...{ outcome: 'failed', summary, evaluator: 'llm', latencyMs: expect.any(Number) },
          judge: {
            ...{ provider: 'openai_compatible', model: 'local', confidence: 0.7, attempts: 1 },
            llmOutput: JSON.stringify({ verdict: 'fail', confidence: 0.7, explanation }),
            ...{ inputTokens: 210, outputTokens: 30, costUsd: null },
          },
        },
        { outcome: 'passed', evaluator: 'deterministic' },
      ],
    });
    const asked = evaluator.judge.asked.at(-1);
    expect(asked?.body.messages.at(-1)?.content).toContain('The answer is polite.');
    expect(asked?.headers['authorization']).toBe('Bearer sk-very-secret');
    expect(JSON.stringify(evaluator.published)).not.toContain('sk-very-secret');
  });

  test('is judged and published once, however often it arrives', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    const output = evaluator.submission(workspaceId);

    await evaluator.send(output, output);
    await evaluator.send(output);
    await evaluator.resultOf(output.id);
    await evaluator.send(output);
    await evaluator.settle();

    expect(evaluator.publishedOf(output.id)).toHaveLength(1);
    expect(evaluator.timesAsked(output)).toBe(1);
  });

  test('does not block outputs of the same batch that need no judge', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    const answers = hold(evaluator.judge);
    const judged = evaluator.submission(workspaceId);
    const others = Array.from({ length: 20 }, () => evaluator.submission(newId()));

    await evaluator.send(judged, ...others);
    await evaluator.askedAbout(judged);

    for (const { id } of others) await evaluator.resultOf(id);
    expect(evaluator.publishedOf(judged.id)).toEqual([]);
    answers.release();
    expect(await evaluator.resultOf(judged.id)).toMatchObject({ outcome: 'pass' });
  });

  test('is judged by the rules at its acceptance, even if they are deleted', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace({ value: 'It is in French.' });
    const api = await evaluator.api(workspaceId);
    evaluator.judge.behave(refusing(503));
    const output = evaluator.submission(workspaceId);
    await evaluator.send(output);
    await evaluator.paused(output.id);
    const [rule] = (await api.get('/api/rules')).body as { id: string }[];
    await api.delete(`/api/rules/${rule?.id ?? ''}`);

    evaluator.judge.behave(answering({ verdict: 'pass' }));
    await evaluator.change(output.id, 'next_attempt_at = now()');

    expect(await evaluator.resultOf(output.id)).toMatchObject({ appliedRules: [{}] });
    const question = evaluator.judge.asked.at(-1)?.body.messages.at(-1)?.content;
    expect(question).toContain('It is in French.');
  });

  test('is skipped with nothing to read, and no judge is asked', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    const askedBefore = evaluator.judge.asked.length;
    const output = evaluator.submission(workspaceId, { output: null });
    const silent = { ...output, content: { ...output.content, action: null } };

    await evaluator.send(silent);

    expect(await evaluator.resultOf(output.id)).toMatchObject({
      outcome: 'error',
      appliedRules: [{ outcome: 'skipped', evaluator: 'llm' }],
    });
    expect(evaluator.judge.asked).toHaveLength(askedBefore);
  });
});

test('delays another workspace for less than a call if one has 1,000 waiting outputs', async () => {
  const [busy, other] = [await evaluator.aJudgedWorkspace(), await evaluator.aJudgedWorkspace()];
  const answers = hold(evaluator.judge);
  const many = Array.from({ length: 1_000 }, () => evaluator.submission(busy));
  await evaluator.send(...many);
  await eventually(() => expect(answers.waiting()).toBe(16));
  // The number of jobs that are claimed ahead of the calls.
  await callsAre({ running: 16, waiting: 4 });
  const one = evaluator.submission(other);
  await evaluator.send(one);
  await callsAre({ running: 16, waiting: 5 });

  answers.releaseOne();

  await evaluator.askedAbout(one);
  // One call of the busy workspace has ended, and no other has started in its place.
  expect(many.filter((output) => evaluator.timesAsked(output) > 0)).toHaveLength(16);
  await evaluator.admin.query('DELETE FROM evaluator.evaluations WHERE workspace_id = $1', [busy]);
  answers.release();
  expect(await evaluator.resultOf(one.id)).toMatchObject({ outcome: 'pass' });
});

/** Waits until the metrics report this many calls. */
async function callsAre(wanted: { running: number; waiting: number }) {
  await eventually(async () => {
    const text = await (await fetch(`${evaluator.service.url}/metrics`)).text();
    for (const [state, count] of Object.entries(wanted)) {
      expect(text).toContain(
        `output_review_judge_calls{pool="background",state="${state}"} ${count}\n`,
      );
    }
  });
}
