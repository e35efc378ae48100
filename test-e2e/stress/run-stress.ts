import { type Stack, type StackOptions, startStack } from '@output-review/native';
import { makeLogger } from '@output-review/runtime';

import { signInHeaders } from '../harness/client.ts';
import { carryOutKills } from './carry-out-kills.ts';
import { decideFlagged } from './decide-flagged.ts';
import { drain } from './drain.ts';
import { findViolations, type Violation } from './find-violations.ts';
import { planKills, type Victim } from './kill-plan.ts';
import { makeRule, planOutputs } from './planned-output.ts';
import { readEvents } from './read-events.ts';
import { countDecisions, readOutputs, type ReadOptions } from './read-outputs.ts';
import { submitOutputs } from './submit-outputs.ts';
import { ClientLog, type WhatClientsSaw } from './what-clients-saw.ts';

export interface StressOptions {
  /** Data folder of the stack it starts. */
  readonly dataDir: string;
  readonly outputs: number;
  readonly ratePerSecond: number;
  /** Number of kills of each service and server; 0 for none. */
  readonly kills: number;
  readonly seed: number;
  /** JSON lines with texts to submit; null to generate some. */
  readonly textsFile: string | null;
  /** Options of the stack, in addition to the settings for the run. */
  readonly stack?: Omit<StackOptions, 'dataDir' | 'signal'>;
  /** Disturbs the stack during the submissions, in addition to the kills. */
  readonly disturb?: (stack: Stack) => Promise<void>;
  /** Time without changes after which missing outputs count as lost. */
  readonly standstillMs?: number;
  /** Aborts the run, which throws its reason and stops everything it has started. */
  readonly signal?: AbortSignal | undefined;
  readonly print: (line: string) => void;
}

export interface StressResult {
  readonly submitted: number;
  readonly answered: number;
  readonly decided: number;
  readonly killed: ReadonlyMap<Victim, number>;
  readonly clients: WhatClientsSaw;
  /** Time from the last response until everything was stored and nothing pending. */
  readonly drainedMs: number;
  readonly violations: readonly Violation[];
}

// Too high to be reached, so that the window counts every call and refuses none.
const CALLS_PER_MINUTE = '1000000';
// Timeout for everything after the last submission was due.
const TIMEOUT_MS = 300_000;

/** Starts a stack, submits, decides and kills concurrently, waits until it is quiet, and checks the results. */
export async function runStress(options: StressOptions): Promise<StressResult> {
  const { dataDir, print, signal } = options;
  const stack = await startStack({
    ...options.stack,
    dataDir,
    signal,
    env: {
      RATE_LIMIT_PER_MINUTE: CALLS_PER_MINUTE,
      RATE_LIMIT_READS_PER_MINUTE: CALLS_PER_MINUTE,
      RATE_LIMIT_WRITES_PER_MINUTE: CALLS_PER_MINUTE,
      LOG_LEVEL: 'warn',
      ...options.stack?.env,
    },
    onProgress: print,
  });
  const { kills: times, outputs, ratePerSecond, seed } = options;
  const kills = planKills({ seed, spanMs: (outputs * 1000) / ratePerSecond, times });
  let killed: StressResult['killed'] = new Map();
  try {
    const load = {
      ...options,
      disturb: async () => {
        const killing = carryOutKills(stack, kills, signal);
        [killed] = await Promise.all([killing, options.disturb?.(stack)]);
      },
    };
    return { ...(await stress(stack, load)), killed };
  } catch (error) {
    // After an abort, other failures are its consequences.
    signal?.throwIfAborted();
    throw error;
  } finally {
    await stack.kill();
  }
}

export interface LoadOptions extends Pick<
  StressOptions,
  'ratePerSecond' | 'seed' | 'textsFile' | 'standstillMs' | 'signal' | 'print'
> {
  /** Maximum number of outputs. */
  readonly outputs: number;
  /** Whether to stop submitting when the disturbance is over. */
  readonly endsWithDisturbance?: boolean;
  /** Disturbs the stack meanwhile. */
  readonly disturb: () => Promise<void>;
}

/** Submits and decides on a running stack while it is disturbed, waits until it is quiet, and checks the results. */
export async function stress(
  stack: Pick<Stack, 'url' | 'token' | 'email' | 'password' | 'kafka'>,
  options: LoadOptions,
): Promise<Omit<StressResult, 'killed'>> {
  const { outputs: count, ratePerSecond, seed, textsFile, print } = options;
  const { endsWithDisturbance = false, standstillMs } = options;
  const { url, token } = stack;
  const run = `s${seed}-${Date.now().toString(36)}`;
  const ended = makeEnd(options);
  const { signal } = ended;
  const headers = await signInHeaders(url, stack.email, stack.password);
  await makeRule(url, headers);

  print(`submitting ${count} outputs at ${ratePerSecond}/s`);
  const log = new ClientLog();
  const isOver = new AbortController();
  const submittedAll = new AbortController();
  const deciding = decideFlagged({ url, run, headers, log, until: submittedAll.signal, signal });
  const disturbing = disturbOrFail(options, ended).finally(() => isOver.abort());
  const [{ submitted: planned, answered }] = await Promise.all([
    submitOutputs(planOutputs(count, { run, textsFile }), {
      ...{ url, token, ratePerSecond, log, signal },
      until: endsWithDisturbance ? isOver.signal : undefined,
    }),
    disturbing,
  ]).finally(() => submittedAll.abort());
  signal.throwIfAborted();
  const clients = log.seen();
  const decided = await deciding;

  print('waiting until all outputs are stored and none is pending');
  const reading: ReadOptions = { url, run, token, log, signal };
  const drainedMs = await drain(reading, { expected: answered.size, standstillMs });
  print('checking every output and every event');
  const decisionCounts = new Map<string, number>();
  for (const id of decided.keys()) decisionCounts.set(id, await countDecisions(id, reading));
  const violations = findViolations({
    ...{ planned, answered, decided, decisionCounts },
    stored: await readOutputs(reading),
    events: await readEvents({
      brokers: stack.kafka.brokers,
      ...{ run, decided, signal, log: quietLog() },
    }),
    wrongAnswers: log.seen().wrong,
  });
  return {
    ...{ submitted: planned.length, answered: answered.size, decided: decided.size },
    ...{ clients, drainedMs, violations },
  };
}

/** Aborts at the timeout, or with the caller's signal. */
function makeEnd({ outputs, ratePerSecond, signal }: LoadOptions): AbortController {
  signal?.throwIfAborted();
  const ended = new AbortController();
  signal?.addEventListener('abort', () => ended.abort(signal.reason), { once: true });
  const timeoutMs = (outputs * 1000) / ratePerSecond + TIMEOUT_MS;
  const giveUp = (): void => ended.abort(new Error(`The run did not finish in ${timeoutMs} ms`));
  setTimeout(giveUp, timeoutMs).unref();
  return ended;
}

/** If it fails, submitting stops. */
async function disturbOrFail({ disturb }: LoadOptions, ended: AbortController): Promise<void> {
  try {
    await disturb();
  } catch (error) {
    ended.abort();
    throw error;
  }
}

const quietLog = () => makeLogger({ service: 'stress', level: 'silent' });
