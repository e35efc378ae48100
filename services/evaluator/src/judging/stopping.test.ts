import type { RunningService } from '@output-review/runtime';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

import { answering, refusing } from '../../test/judge-server.ts';
import {
  type JudgedEvaluator,
  LEFT_FOR_AN_HOUR,
  PATIENCE_MS,
  startJudgedEvaluator,
} from '../../test/judged-evaluator.ts';

jest.setTimeout(PATIENCE_MS);

// A shutdown that waits for callers' judges takes as long as these, which is a minute here.
const STOPPED_MS_MAX = PATIENCE_MS / 2;

let evaluator: JudgedEvaluator;
let next: RunningService | undefined;

beforeEach(async () => {
  // Calls that no server answers must not time out and be retried on a slow machine.
  evaluator = await startJudgedEvaluator({
    ...{ callMs: PATIENCE_MS, inlineMs: PATIENCE_MS, drainMs: 100 },
  });
});

afterEach(async () => {
  await next?.stop();
  await evaluator.stop();
});

test('rejects callers waiting for a judge at shutdown, and judges their outputs after the next start', async () => {
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

test.each([
  ['the job', false],
  ['its caller', true],
])(
  'keeps the retry time of a job that was left for an hour, even if a shutdown cuts off %s',
  async (_, isSync) => {
    const { service, judge } = evaluator;
    const output = evaluator.submission(await evaluator.aJudgedWorkspace());
    judge.behave(refusing(503));
    await evaluator.send(output);
    await evaluator.paused(output.id, 1);
    judge.behave(() => undefined);
    const timesAsked = judge.asked.length;
    // As if by a process that is gone, so that the caller claims it first.
    const left = isSync ? `, owner = 'gone', lease_until = now() - interval '1 s'` : '';
    await evaluator.change(output.id, `${LEFT_FOR_AN_HOUR}${left}`);
    const gateway = await evaluator.internal();
    const waiting = isSync ? gateway.post('/internal/evaluate', output) : null;
    await evaluator.askedAbout(output, timesAsked + 1);

    await service.stop();
    expect((await waiting)?.status).toBe(isSync ? 503 : undefined);
    judge.behave(refusing(503));
    next = await evaluator.startReplica();

    await evaluator.paused(output.id, 3);
    judge.behave(answering({ verdict: 'pass' }));
    await evaluator.change(output.id, 'next_attempt_at = now()');
    expect(await evaluator.resultOf(output.id)).toMatchObject({ outcome: 'pass' });
  },
);
