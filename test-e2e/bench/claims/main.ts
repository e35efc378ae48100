import type { Client } from '../../harness/client.ts';
import {
  addReviewers,
  type ClearedQueue,
  clearQueue,
  type Reviewer,
  waitingIn,
} from '../../harness/reviewers.ts';
import { describeSystem } from '../../harness/system.ts';
import { type Bench, runBench, waitUntil } from '../frame/bench.ts';
import { adminAt, submitHeld } from '../frame/client.ts';
import { countOf, type Measurement, milliseconds, percentile } from '../frame/report.ts';
import { BENCH_ACCOUNT, type ServiceProcess, startService } from '../frame/service.ts';
import { processorTimes, timesBetween, totalOf } from '../service/quick/processor-time.ts';

const COST_PERCENT_MAX = 5;
// Reviewers read first. A key press must not wait for other reviewers.
const LOOK_MS = 3_000;
const CONNECTIONS = 32;
const ASK_EVERY_MS = 500;
// Turns without and with claims alternate, so that other load on the machine affects both.
const TURNS = 4;

interface Turn extends ClearedQueue {
  readonly claims: boolean;
  readonly left: number;
  readonly coreSeconds: number;
}

// Reviewers clear a queue together, with claims, and each on a separate part without claims.
await runBench({
  options: {
    reviewers: { type: 'string', default: '50' },
    outputs: { type: 'string', default: '2000' },
  },
  beside: 'reviewers on the same cores',
  run: async (bench, values) => {
    const count = Number(values.outputs);
    const service = await startService(bench, 'claims');
    const admin = await adminAt(service.url);
    const system = describeSystem({ ...BENCH_ACCOUNT, url: service.url });
    const reviewers = await addReviewers(system, admin, Number(values.reviewers));
    const turns: Turn[] = [];
    for (let n = 0; n < TURNS; n += 1) {
      const project = `Turn ${n}`;
      const claims = n % 2 === 1;
      const outputs = Array.from({ length: (2 * count) / TURNS }, () => ({ project }));
      await submitHeld(service.url, outputs, CONNECTIONS);
      const ids = await untilWaiting(admin, project, outputs.length);
      turns.push(await takeTurn({ bench, service, admin, reviewers }, { project, ids, claims }));
    }
    return bench.report(compare(turns));
  },
});

/** @returns the IDs in the queue once all are there. */
async function untilWaiting(
  admin: Client,
  project: string,
  count: number,
): Promise<readonly string[]> {
  let ids: readonly string[] = [];
  await waitUntil(async () => {
    ids = await waitingIn(admin, project);
    return ids.length === count;
  }, ASK_EVERY_MS);
  return ids;
}

interface Running {
  readonly bench: Bench;
  readonly service: ServiceProcess;
  readonly admin: Client;
  readonly reviewers: readonly Reviewer[];
}

interface Part {
  readonly project: string;
  readonly ids: readonly string[];
  readonly claims: boolean;
}

async function takeTurn(running: Running, { project, ids, claims }: Part): Promise<Turn> {
  const { bench, service, admin, reviewers } = running;
  const { url, pid } = service;
  const before = processorTimes(pid);
  const cleared = await clearQueue(reviewers, { url, ids, claims, lookMs: LOOK_MS });
  const coreSeconds = totalOf(timesBetween(before, processorTimes(pid)));
  const left = (await waitingIn(admin, project)).length;
  const { calls } = cleared;
  bench.print(
    `${project}, ${claims ? 'with claims' : 'without claims'}: ${ids.length} outputs, ` +
      `decision p50 ${milliseconds(percentile(timesOf(calls, 'decide'), 50))}, ` +
      `${milliseconds((coreSeconds / ids.length) * 1_000)} of CPU time per output`,
  );
  return { ...cleared, claims, left, coreSeconds };
}

function timesOf(calls: ClearedQueue['calls'], call: 'claim' | 'decide'): number[] {
  return calls.flatMap((each) => (each.call === call ? [each.ms] : []));
}

function compare(turns: readonly Turn[]): Measurement[] {
  const withClaims = sumUp(turns.filter(({ claims }) => claims));
  const without = sumUp(turns.filter(({ claims }) => !claims));
  const claimed = withClaims.calls.filter(({ call }) => call === 'claim');
  const refused = claimed.filter(({ status }) => status !== 200).length;
  const p50 = ({ calls }: Summed): number => percentile(timesOf(calls, 'decide'), 50);
  const cost = 100 * (p50(withClaims) / p50(without) - 1);
  const claimP50 = percentile(timesOf(withClaims.calls, 'claim'), 50);
  const repeated = turns.reduce(
    (sum, { decided }) => sum + decided.length - new Set(decided.map(({ id }) => id)).size,
    0,
  );
  const left = turns.reduce((sum, turn) => sum + turn.left, 0);
  return [
    {
      ...{ measure: 'outputs decided twice, outputs left', goal: '0, 0' },
      ...{ ours: `${repeated}, ${left}`, isReached: repeated + left === 0 },
    },
    {
      ...{
        measure: 'p50 of a decision: with claims, without',
        goal: `< ${COST_PERCENT_MAX} % more`,
      },
      ours: `${milliseconds(p50(withClaims))}, ${milliseconds(p50(without))}: ${cost.toFixed(1)} %`,
      isReached: cost < COST_PERCENT_MAX,
    },
    {
      ...{ measure: 'p50 of a claim, which the page does not wait for', goal: 'below a decision' },
      ...{ ours: milliseconds(claimP50), isReached: claimP50 < p50(withClaims) },
    },
    {
      ...{ measure: 'claims lost to a faster reviewer', goal: '–' },
      ...{ ours: `${countOf(refused)} of ${countOf(claimed.length)}`, isReached: true },
    },
    {
      ...{ measure: 'CPU time per output: with claims, without', goal: '–', isReached: true },
      ours: `${milliseconds(withClaims.coreMsEach)}, ${milliseconds(without.coreMsEach)}`,
    },
  ];
}

interface Summed {
  readonly calls: ClearedQueue['calls'];
  readonly decided: ClearedQueue['decided'];
  readonly coreMsEach: number;
}

function sumUp(turns: readonly Turn[]): Summed {
  const calls = turns.flatMap((turn) => turn.calls);
  const decided = turns.flatMap((turn) => turn.decided);
  const coreMs = turns.reduce((sum, turn) => sum + turn.coreSeconds, 0) * 1_000;
  return { calls, decided, coreMsEach: coreMs / Math.max(1, decided.length) };
}
