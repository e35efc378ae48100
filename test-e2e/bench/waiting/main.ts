import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { sampleSubmissions } from '../../harness/texts.ts';
import { type Bench, runBench } from '../frame/bench.ts';
import { adminAt, bodyOf, submitHeld } from '../frame/client.ts';
import { bytesInUse } from '../frame/heap.ts';
import { countOf, type Measurement, megabytes, milliseconds, percentile } from '../frame/report.ts';
import { type ServiceProcess, startService } from '../frame/service.ts';
import { runOpenLoop } from '../service/http/loops.ts';
import { requests, requireAccepted } from '../service/http/submissions.ts';
import { processorTimes, timesBetween, totalOf } from '../service/quick/processor-time.ts';

import { WaitingCalls } from './waiting-calls.ts';

// Source: the limits for waiting for a decision.
const MEGABYTES_MAX = 60;
const CORE_PERCENT_MAX = 2;
const P50_MS_MAX = 30;
const P99_MS_MAX = 150;

const WAITS_PER_TOKEN = 100;
const OUTPUTS_PER_SECOND = 500;
const DECISIONS_PER_SECOND = 10;
const CONNECTIONS = 64;
// Inspector port of the service on loopback.
const INSPECT_PORT = 9_339;
const WARM_UP_MS = 5_000;
// Time to process the backlog of the load.
const REST_MS = 75_000;
const BEGIN_MS = 10_000;
const RENEWED_MS = 60_000;

// Holds calls that wait for outputs which need approval: first with no other load, then while outputs arrive and are
// decided.
await runBench({
  options: {
    waits: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '30' },
    outputs: { type: 'string', default: '' },
  },
  beside: 'waiting callers and load generator on the same cores',
  run: async (bench, values) => {
    const plan = { waits: Number(values.waits), durationMs: Number(values.seconds) * 1_000 };
    const service = await startService(bench, 'waiting', {
      settings: { NODE_OPTIONS: `--inspect-port=${INSPECT_PORT}` },
    });
    const ids = Array.from({ length: plan.waits }, (_, n) => `held-${n}`);
    const outputs = ids.map((id) => ({ id, project: 'Waiting' }));
    await submitHeld(service.url, outputs, CONNECTIONS);
    const calls = new WaitingCalls(service.url, await makeTokens(service.url, plan.waits));
    bench.onEnd('waiting calls', () => calls.stop());
    setMaxListeners(0, bench.signal);
    // Warms up the code for waiting.
    calls.begin(ids.slice(0, 1));
    await warmUp(service, values.outputs);
    return bench.report([
      ...(await measureHeld({ ...plan, service, calls, ids })),
      ...(await measureAnswers({ ...plan, bench, service, calls, ids, outputs: values.outputs })),
    ]);
  },
});

async function makeTokens(url: string, waits: number): Promise<readonly string[]> {
  const admin = await adminAt(url);
  const tokens: string[] = [];
  while (tokens.length * WAITS_PER_TOKEN < waits) {
    const fields = { name: `Waiting ${tokens.length}`, scopes: ['submit', 'read'] };
    tokens.push(String((await bodyOf(admin.post('/api/tokens', fields)))['token']));
  }
  return tokens;
}

async function warmUp(service: ServiceProcess, outputs: string): Promise<void> {
  await load(service, outputs, WARM_UP_MS);
  await delay(REST_MS);
}

async function load({ port }: ServiceProcess, outputs: string, durationMs: number): Promise<void> {
  const next = requests(port, sampleSubmissions(outputs === '' ? null : outputs));
  const { answers } = await runOpenLoop({
    ...{ port, connections: CONNECTIONS, perSecond: OUTPUTS_PER_SECOND },
    ...{ durationMs, next },
  });
  requireAccepted(answers);
}

interface Measuring {
  readonly service: ServiceProcess;
  readonly calls: WaitingCalls;
  readonly ids: readonly string[];
  readonly waits: number;
  readonly durationMs: number;
}

/** Measures the cost of idle waits. */
async function measureHeld(measuring: Measuring): Promise<Measurement[]> {
  const { service, calls, ids, waits, durationMs } = measuring;
  const coreWithout = await coreShare(service.pid, durationMs);
  const bytesWithout = await bytesInUse(service.pid, INSPECT_PORT);
  calls.begin(ids.slice(1));
  await delay(BEGIN_MS);
  const coreWith = await coreShare(service.pid, durationMs);
  const bytes = (await bytesInUse(service.pid, INSPECT_PORT)) - bytesWithout;
  const corePercent = 100 * (coreWith - coreWithout);
  return [
    {
      measure: `memory of ${countOf(waits)} waiting calls`,
      ours: megabytes(bytes),
      goal: `< ${MEGABYTES_MAX} MB`,
      isReached: bytes < MEGABYTES_MAX * 1024 * 1024,
    },
    {
      measure: 'CPU use of one core above an idle service',
      ours: `${corePercent.toFixed(1)} %`,
      goal: `< ${CORE_PERCENT_MAX} %`,
      isReached: corePercent < CORE_PERCENT_MAX,
    },
  ];
}

/** The core share of a service, including its child processes. */
async function coreShare(pid: number, durationMs: number): Promise<number> {
  const before = processorTimes(pid);
  await delay(durationMs);
  return totalOf(timesBetween(before, processorTimes(pid))) / (durationMs / 1_000);
}

/** Measures the time from a decision to the response of the waiting call, while outputs arrive. */
async function measureAnswers(
  measuring: Measuring & { readonly bench: Bench; readonly outputs: string },
): Promise<Measurement[]> {
  const { bench, service, calls, ids, durationMs, outputs } = measuring;
  // By then all waits have been renewed, at random times.
  await delay(RENEWED_MS);
  await load(service, outputs, WARM_UP_MS);
  const reviewer = await adminAt(service.url);
  const count = Math.min(ids.length, Math.floor((durationMs / 1_000) * DECISIONS_PER_SECOND));
  const decide = async (id: string, n: number): Promise<number> => {
    await delay((n * 1_000) / DECISIONS_PER_SECOND, undefined, { signal: bench.signal });
    const answered = calls.answerOf(id);
    await bodyOf(reviewer.patch(`/api/logs/${id}/decision`, { decision: 'approved' }));
    return answered;
  };
  const [answersMs] = await Promise.all([
    Promise.all(ids.slice(0, count).map(decide)),
    load(service, outputs, durationMs),
  ]);
  const [p50, p99] = [percentile(answersMs, 50), percentile(answersMs, 99)];
  return [
    {
      measure: `from decision to response, at ${OUTPUTS_PER_SECOND} outputs/s`,
      ours: `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`,
      goal: `p50 < ${P50_MS_MAX} ms, p99 < ${P99_MS_MAX} ms`,
      isReached: p50 < P50_MS_MAX && p99 < P99_MS_MAX,
    },
  ];
}
