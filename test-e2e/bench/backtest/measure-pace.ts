import { setTimeout as delay } from 'node:timers/promises';

import type { Client } from '../../harness/client.ts';
import type { SampleSubmission } from '../../harness/texts.ts';
import { waitUntil } from '../frame/bench.ts';
import { automationAt, search } from '../frame/client.ts';
import type { ServiceProcess } from '../frame/service.ts';
import { runClosedLoop } from '../service/http/loops.ts';
import { requests, requireAccepted } from '../service/http/submissions.ts';
import { processorTimes, timesBetween, totalOf } from '../service/quick/processor-time.ts';
import { cancelBacktest, readBacktest, startBacktest } from './backtests.ts';
import { RULES } from './measure-rules.ts';

export interface PaceTrial {
  readonly service: ServiceProcess;
  readonly manager: Client;
  readonly samples: readonly SampleSubmission[];
  readonly max: number;
  readonly durationMs: number;
  /** Each measures once without and once with a backtest. */
  readonly rounds: number;
}

/** The result of a load. */
export interface Pace {
  /** Outputs accepted per second. */
  readonly accepted: number;
  /** Core seconds per accepted output, over all processes of the service. */
  readonly coreSeconds: number;
  /** Outputs that a backtest checked per second meanwhile. */
  readonly checked: number;
}

export interface Round {
  readonly alone: Pace;
  readonly beside: Pace;
}

const CONNECTIONS = 64;
const WARM_UP_MS = 10_000;

/** Submits at the maximum rate, alternately with and without a backtest. */
export async function measurePace(trial: PaceTrial): Promise<readonly Round[]> {
  const { durationMs } = trial;
  await accept(trial, WARM_UP_MS);
  const rounds: Round[] = [];
  while (rounds.length < trial.rounds) {
    // The order alternates, so that growth during a run affects both.
    if (rounds.length % 2 === 0) {
      const alone = await accept(trial, durationMs);
      rounds.push({ alone, beside: await acceptBeside(trial) });
    } else {
      const beside = await acceptBeside(trial);
      rounds.push({ beside, alone: await accept(trial, durationMs) });
    }
  }
  return rounds;
}

/** Also waits until the backlog of the load is processed. */
async function accept({ service, samples }: PaceTrial, durationMs: number): Promise<Pace> {
  const { port, url, pid } = service;
  const next = requests(port, samples);
  const before = processorTimes(pid);
  const result = await runClosedLoop({ port, connections: CONNECTIONS, durationMs, next });
  const taken = totalOf(timesBetween(before, processorTimes(pid)));
  requireAccepted(result.answers);
  const automation = automationAt(url);
  await waitUntil(async () => (await search(automation, 'status=pending&limit=1')).total === 0);
  const { perSecond: accepted, latenciesMs } = result;
  return { accepted, coreSeconds: taken / latenciesMs.length, checked: 0 };
}

async function acceptBeside(trial: PaceTrial): Promise<Pace> {
  const { manager, durationMs, max } = trial;
  const id = await startBacktest(manager, RULES[1], max);
  await waitUntil(async () => (await readBacktest(manager, id)).checked > 0);
  const before = await readBacktest(manager, id);
  const counting = delay(durationMs).then(() => readBacktest(manager, id));
  const [pace, after] = await Promise.all([accept(trial, durationMs), counting]);
  if (after.checked === max) {
    throw new Error('The backtest ended before the load: store more outputs.');
  }
  await cancelBacktest(manager, id);
  return { ...pace, checked: (after.checked - before.checked) / (durationMs / 1_000) };
}
