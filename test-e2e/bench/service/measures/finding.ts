import { setTimeout as wait } from 'node:timers/promises';

import type { Client } from '../../../harness/client.ts';
import type { SampleSubmission } from '../../../harness/texts.ts';
import { automationAt, search } from '../../frame/client.ts';
import { countOf, type Measurement, milliseconds, percentile } from '../../frame/report.ts';
import type { BenchTarget } from '../../frame/service.ts';
import { runOpenLoop } from '../http/loops.ts';
import { requireAccepted, submissionBytes } from '../http/submissions.ts';

const CONNECTIONS = 32;
// Searching for every output would load the service with searches instead of submissions.
const LOOKED_FOR_PER_SECOND = 20;
export const FOUND_P50_MS_MAX = 30;
export const FOUND_P99_MS_MAX = 150;
const LOOK_EVERY_MS = 10;
// Polling slows down the pipeline, so the interval grows with the delay.
const LOOK_EVERY_PART = 1 / 5;
// A new process compiles its code and opens its connections during the first requests. For about two seconds outputs
// are searchable only after a second.
const WARM_UP_MS = 5_000;

export interface ConstantLoad {
  readonly durationMs: number;
  readonly perSecond: number;
}

export interface FindingOptions extends ConstantLoad {
  readonly service: BenchTarget;
  readonly samples: readonly SampleSubmission[];
  readonly outputsBefore: number;
}

/** Measures the time from when a submission is due until a search finds it, at a constant rate. */
export async function measureFinding(options: FindingOptions): Promise<Measurement[]> {
  const { p50, p99, verdictP50 } = await findAtConstantRate(options);
  const among = `${countOf(options.outputsBefore)} existing outputs`;
  return [
    {
      measure: `submitted → found by search, at ${options.perSecond}/s, ${among}`,
      ours: `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}; with its verdict p50 ${milliseconds(verdictP50)}`,
      goal: `p50 < ${FOUND_P50_MS_MAX} ms, p99 < ${FOUND_P99_MS_MAX} ms`,
      isReached: p50 < FOUND_P50_MS_MAX && p99 < FOUND_P99_MS_MAX,
    },
  ];
}

/** The delays until outputs were searchable. */
export interface FoundWithin {
  readonly p50: number;
  readonly p99: number;
  /** The median delay until they were searchable with their verdict. */
  readonly verdictP50: number;
  /** Outputs sent, including those of the warm-up. */
  readonly sent: number;
}

/** Measures the delays for the duration of the load, after a warm-up. */
export async function findAtConstantRate(options: FindingOptions): Promise<FoundWithin> {
  const automation = automationAt(options.service.url);
  const sessions = makeSessions();
  const steady = {
    port: options.service.port,
    connections: CONNECTIONS,
    perSecond: options.perSecond,
    next: () => requestFor(options, sessions.next()),
  };
  const warmUp = await runOpenLoop({ ...steady, durationMs: WARM_UP_MS });
  requireAccepted(warmUp.answers);
  const looks: Promise<Delays>[] = [];
  const lookedForOneIn = Math.max(1, Math.round(options.perSecond / LOOKED_FOR_PER_SECOND));
  let answered = 0;
  const { answers } = await runOpenLoop({
    ...steady,
    durationMs: options.durationMs,
    onAnswer: (answer, dueAt) => {
      answered += 1;
      const { id } = JSON.parse(answer.body) as { id: string };
      if (answered % lookedForOneIn === 0) looks.push(measureDelays(automation, id, dueAt));
    },
  });
  requireAccepted(answers);
  const delays = await Promise.all(looks);
  const foundMs = delays.map((delay) => delay.foundMs);
  const verdictMs = delays.map((delay) => delay.verdictMs);
  return {
    p50: percentile(foundMs, 50),
    p99: percentile(foundMs, 99),
    verdictP50: percentile(verdictMs, 50),
    sent: warmUp.latenciesMs.length + answered,
  };
}

function makeSessions(): { next: () => string } {
  const run = Date.now().toString(36);
  let count = 0;
  return { next: () => `bench-${run}-${(count += 1)}` };
}

/** Uses the output's ID as its session too, so that a search can select exactly this output. */
function requestFor({ samples, service }: FindingOptions, id: string): Buffer {
  const sample = samples[Math.floor(Math.random() * samples.length)];
  return submissionBytes(service.port, { ...sample, id, sessionId: id });
}

/** How long after an output was due a search found it, and found it with a verdict. */
interface Delays {
  readonly foundMs: number;
  readonly verdictMs: number;
}

async function measureDelays(automation: Client, id: string, dueAt: number): Promise<Delays> {
  const query = `limit=1&sessionId=${id}`;
  const sinceMs = (): number => performance.now() - dueAt;
  let foundMs: number | null = null;
  for (;;) {
    const [status] = (await search(automation, query)).statuses;
    if (status !== undefined) foundMs ??= sinceMs();
    if (foundMs !== null && status !== 'pending') return { foundMs, verdictMs: sinceMs() };
    await wait(Math.max(LOOK_EVERY_MS, sinceMs() * LOOK_EVERY_PART));
  }
}
