import type { RunningService } from '@output-review/runtime';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

import { answering } from '../../test/judge-server.ts';
import {
  type JudgedEvaluator,
  PATIENCE_MS,
  startJudgedEvaluator,
} from '../../test/judged-evaluator.ts';

jest.setTimeout(PATIENCE_MS);

// A stop that waits for the judges of callers takes as long as these: a minute here.
const STOPPED_MS_MAX = PATIENCE_MS / 2;

let evaluator: JudgedEvaluator;
let next: RunningService | undefined;

beforeEach(async () => {
  // Calls that nobody answers must not end by themselves, and be tried again, on a slow machine.
  evaluator = await startJudgedEvaluator({ callMs: PATIENCE_MS, inlineMs: PATIENCE_MS });
});

afterEach(async () => {
  await next?.stop();
  await evaluator.stop();
});

test('who waits for a judge is sent away by a stop, and the next start judges the output', async () => {
  const { service, judge } = evaluator;
  judge.behave(() => undefined);
  const workspaceId = await evaluator.aJudgedWorkspace();
  const output = evaluator.submission(workspaceId, { sync: true });
  const tried = evaluator.submission(workspaceId);
  const [gateway, manager] = [await evaluator.internal(), await evaluator.api(workspaceId)];
  const waiting = Promise.all([
    gateway.post('/internal/evaluate', output),
    manager.post('/api/rules/evaluate', {
      output: tried.content.output,
      rule: { name: 'Tone', type: 'llm_judge', value: 'It is polite.' },
    }),
  ]);
  await Promise.all([evaluator.askedAbout(output), evaluator.askedAbout(tried)]);

  const begunAt = performance.now();
  await service.stop();

  expect(performance.now() - begunAt).toBeLessThan(STOPPED_MS_MAX);
  expect(await waiting).toMatchObject([{ status: 503 }, { status: 503 }]);
  expect(judge.asked).toHaveLength(2);
  judge.behave(answering({ verdict: 'pass' }));
  next = await evaluator.startReplica();
  expect(await evaluator.resultOf(output.id)).toMatchObject({ run: 1, outcome: 'pass' });
  await evaluator.settle();
  expect(evaluator.publishedOf(output.id)).toHaveLength(1);
});
