import { type Stack, type StackOptions, startStack } from '@output-review/native';
import { makeLogger } from '@output-review/runtime';

import { signInHeaders } from '../harness/client.ts';
import { carryOutKills } from './carry-out-kills.ts';
import { decideFlagged } from './decide-flagged.ts';
import { drain } from './drain.ts';
import { findViolations, type Violation } from './find-violations.ts';
import { planKills, type Victim } from './kill-plan.ts';
import { makeRule } from './make-rule.ts';
import { planOutputs } from './planned-output.ts';
import { readEvents } from './read-events.ts';
import { countDecisions, readOutputs, type ReadOptions } from './read-outputs.ts';
import { submitOutputs } from './submit-outputs.ts';
import { ClientLog, type WhatClientsSaw } from './what-clients-saw.ts';

export interface StressOptions {
  /** Of the stack that it starts for itself. */
  readonly dataDir: string;
  readonly outputs: number;
  readonly ratePerSecond: number;
  /** How often each service and server is killed; 0 leaves them alone. */
  readonly kills: number;
  readonly seed: number;
  /** JSON lines whose texts are submitted; null makes some up. */
  readonly textsFile: string | null;
  /** How the stack is started, beside its settings for the run. */
  readonly stack?: Omit<StackOptions, 'dataDir' | 'signal'>;
  /** What is done to the stack while outputs are submitted, beside kills. */
  readonly disturb?: (stack: Stack) => Promise<void>;
  /** After how long without any change what is missing counts as lost. */
  readonly standstillMs?: number;
  /** Ends the run, which then throws its reason; nothing that was started is left running. */
  readonly signal?: AbortSignal | undefined;
  readonly print: (line: string) => void;
}

export interface StressResult {
  readonly submitted: number;
  readonly answered: number;
  readonly decided: number;
  readonly killed: ReadonlyMap<Victim, number>;
  readonly clients: WhatClientsSaw;
  /** From the last answer until all of it was there and nothing pending. */
  readonly drainedMs: number;
  readonly violations: readonly Violation[];
}

// Too many to be met, so that the window counts each of them and refuses none.
const CALLS_PER_MINUTE = '1000000';
// For all that comes after the last submission was due.
const PATIENCE_MS = 300_000;

/** Starts a stack, submits, decides and kills at once, waits until all is quiet, and looks closely. */
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
    // What fails then fails because of it.
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
  /** At the most. */
  readonly outputs: number;
  /** Whether no more is submitted once what disturbs it is over. */
  readonly endsWithDisturbance?: boolean;
  /** What is done to the stack meanwhile. */
  readonly disturb: () => Promise<void>;
}

/** Submits and decides on a stack that runs, while it is disturbed; waits until all is quiet, and looks closely. */
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

  print('waiting until all of it is there and nothing pending');
  const reading: ReadOptions = { url, run, token, log, signal };
  const drainedMs = await drain(reading, { expected: answered.size, standstillMs });
  print('looking at every output and every event');
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

/** Aborted when time has run out, or with the caller's own signal. */
function makeEnd({ outputs, ratePerSecond, signal }: LoadOptions): AbortController {
  signal?.throwIfAborted();
  const ended = new AbortController();
  signal?.addEventListener('abort', () => ended.abort(signal.reason), { once: true });
  const patienceMs = (outputs * 1000) / ratePerSecond + PATIENCE_MS;
  const giveUp = (): void => ended.abort(new Error(`The run was not over in ${patienceMs} ms`));
  setTimeout(giveUp, patienceMs).unref();
  return ended;
}

/** Where it fails, nobody goes on submitting. */
async function disturbOrFail({ disturb }: LoadOptions, ended: AbortController): Promise<void> {
  try {
    await disturb();
  } catch (error) {
    ended.abort();
    throw error;
  }
}

const quietLog = () => makeLogger({ service: 'stress', level: 'silent' });
