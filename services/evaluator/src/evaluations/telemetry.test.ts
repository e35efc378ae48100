import { type RunningTelemetry, startTelemetry } from '@output-review/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  type CollectedSpan,
  eventually,
  silentLog,
  startTraceCollector,
  type TraceCollector,
} from '@output-review/runtime/testing';

import { answering, refusing } from '../../test/judge-server.ts';
import {
  type JudgedEvaluator,
  PATIENCE_MS,
  startJudgedEvaluator,
} from '../../test/judged-evaluator.ts';
import { submittedEvent } from '../../test/test-evaluator.ts';

jest.setTimeout(PATIENCE_MS);

let collector: TraceCollector;
let telemetry: RunningTelemetry;
let evaluator: JudgedEvaluator;

beforeAll(async () => {
  collector = await startTraceCollector();
  const traces = { endpoint: collector.url, sampleRatio: 1 };
  telemetry = await startTelemetry({ service: 'evaluator', log: silentLog, traces });
  evaluator = await startJudgedEvaluator({}, { telemetry });
});

afterAll(async () => {
  await evaluator.stop();
  await telemetry.close();
  await collector.close();
});

beforeEach(() => {
  evaluator.judge.behave(answering({ verdict: 'pass' }));
});

async function valueOf(series: string): Promise<number> {
  const text = await (await fetch(`${evaluator.service.url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length));
}

const RESULTS = 'output_review_evaluations_total';
const CALLS = 'output_review_judge_call_duration_seconds_count';

describe('evaluation metrics', () => {
  test('count results, and a result with a judge only once', async () => {
    const before = await valueOf(`${RESULTS}{outcome="pass"}`);
    const judged = evaluator.submission(await evaluator.aJudgedWorkspace());
    const plain = evaluator.submission('w1');

    await evaluator.send(judged, plain);
    await Promise.all([evaluator.resultOf(judged.id), evaluator.resultOf(plain.id)]);
    await evaluator.send(judged, plain);

    // The result without a judge is reproduced.
    expect((await valueOf(`${RESULTS}{outcome="pass"}`)) - before).toBe(3);
  });

  test('measure calls to judges by provider and outcome', async () => {
    const workspaceId = await evaluator.aJudgedWorkspace();
    const seriesOf = (outcome: string) =>
      `${CALLS}{provider="openai_compatible",outcome="${outcome}",mode="live"}`;
    const before = await valueOf(seriesOf('answered'));

    const good = evaluator.submission(workspaceId);
    await evaluator.send(good);
    await evaluator.resultOf(good.id);
    evaluator.judge.behave(refusing(401));
    const bad = evaluator.submission(workspaceId);
    await evaluator.send(bad);
    await evaluator.resultOf(bad.id);

    expect((await valueOf(seriesOf('answered'))) - before).toBeGreaterThanOrEqual(1);
    expect(await valueOf(seriesOf('key_refused'))).toBe(1);
  });

  test('count jobs by state, and report the age of the oldest due one', async () => {
    const output = evaluator.submission(await evaluator.aJudgedWorkspace());
    let release = (): void => undefined;
    evaluator.judge.behave(async (asked, response) => {
      await new Promise<void>((resolve) => (release = resolve));
      await answering({ verdict: 'pass' })(asked, response);
    });
    await evaluator.send(output);
    await evaluator.askedAbout(output);

    expect(await valueOf('output_review_judge_jobs{work="judging",state="claimed"}')).toBe(1);
    expect(await valueOf('output_review_judge_jobs{work="judging",state="due"}')).toBe(0);
    expect(await valueOf('output_review_judge_jobs_oldest_age_seconds{work="judging"}')).toBe(0);

    release();
    await evaluator.resultOf(output.id);
    expect(await valueOf('output_review_judge_jobs{work="judging",state="claimed"}')).toBe(0);
  });
});

describe('the trace of an output', () => {
  const parent = (traceId: string) => `00-${traceId}-b7ad6b7169203331-01`;
  const spansOf = (traceId: string, count: number): Promise<readonly CollectedSpan[]> =>
    collector
      .until((all) => all.filter((span) => span.traceId === traceId).length >= count)
      .then((all) => all.filter((span) => span.traceId === traceId));
  const namesOf = (spans: readonly CollectedSpan[]) => spans.map(({ name }) => name).sort();

  test('continues through its judge job and the model call to the event of its result', async () => {
    const traceId = '1af7651916cd43dd8448eb211c80319c';
    const output = evaluator.submission(await evaluator.aJudgedWorkspace());

    await evaluator.bus.send([{ ...submittedEvent(output), traceparent: parent(traceId) }]);
    const spans = await spansOf(traceId, 4);

    expect(namesOf(spans)).toEqual([
      'ask judge',
      'judge output',
      'process outputs.submitted',
      'send outputs.evaluated',
    ]);
    const spanOf = (name: string) => spans.find((span) => span.name === name)!;
    expect(spanOf('judge output').parentSpanId).toBe(spanOf('process outputs.submitted').spanId);
    expect(spanOf('ask judge').parentSpanId).toBe(spanOf('judge output').spanId);
    expect(spanOf('send outputs.evaluated').parentSpanId).toBe(spanOf('judge output').spanId);
    expect(JSON.stringify(spans)).not.toMatch(/sk-very-secret|Hello/);
  });

  test('continues from a request that waits for the verdict', async () => {
    const traceId = '2af7651916cd43dd8448eb211c80319c';
    const internal = (await evaluator.internal()).with({ traceparent: parent(traceId) });
    const output = evaluator.submission('w1', { sync: true });

    await internal.post('/internal/evaluate', output);
    const spans = await spansOf(traceId, 2);

    expect(namesOf(spans)).toEqual(['POST /internal/evaluate', 'send outputs.evaluated']);
    await eventually(() => expect(evaluator.publishedOf(output.id)).toHaveLength(1));
  });
});
