import { type CloserStack, type Logger, retryOutages, startLoop } from '@output-review/runtime';

import type { JudgeSettings } from '../domain/judges/judge-settings.ts';
import type { SeenEvaluatorOptions } from '../options.ts';
import type { Claim, JudgeJobStore } from '../use-cases/judging/judge-jobs.ts';
import { makeKeepClaims } from '../use-cases/judging/keep-claims.ts';
import { makeTakeJobs, type TakeJobsDeps } from '../use-cases/judging/take-jobs.ts';

/** Work on the jobs of one state. */
export interface JobWork<Job extends Claim>
  extends
    Pick<TakeJobsDeps<Job>, 'jobs' | 'inHand' | 'runJob' | 'callsMax'>,
    Pick<JudgeSettings, 'renewEveryMs'> {
  /** As the log names them. */
  readonly name: string;
  readonly claims: Pick<JudgeJobStore, 'renew'>;
  /** How long what is under way may go on when the service stops. */
  readonly drainMs: number;
}

export interface JobLoops {
  /** Looks for jobs now. */
  readonly wake: () => void;
  /** Answers those who wait for them, and takes no more jobs. */
  readonly endWaits: () => Promise<void>;
}

// Jobs of other replicas and those that paused are found by looking; own ones wake the loop.
const LOOK_EVERY_MS = 250;

/** Starts to claim jobs and to work on them, and keeps the claims meanwhile. */
export function startJobLoops<Job extends Claim>(
  options: SeenEvaluatorOptions,
  work: JobWork<Job>,
  closers: CloserStack,
): JobLoops {
  const { name, claims, inHand, drainMs, renewEveryMs } = work;
  const { log } = options;
  let wake = (): void => undefined;
  const takeJobs = makeTakeJobs({
    ...work,
    onFailed: (err, { id }) => log.warn({ err, id }, `${name}: left to whoever takes it over`),
    onEnded: () => wake(),
  });
  const taking = startPatientLoop(options, { name, everyMs: LOOK_EVERY_MS, turn: takeJobs });
  const keeping = startPatientLoop(options, {
    ...{ name: `leases of ${name}`, everyMs: renewEveryMs },
    turn: makeKeepClaims({ jobs: claims, inHand }),
  });
  wake = () => taking.wake();
  closers.add(name, async () => {
    await taking.stop();
    await inHand.stop(drainMs);
    await keeping.stop();
  });
  const endWaits = async (): Promise<void> => {
    const stopped = taking.stop();
    inHand.endWaits();
    await stopped;
  };
  return { wake, endWaits };
}

interface PatientLoop {
  readonly name: string;
  readonly everyMs: number;
  readonly turn: () => Promise<unknown>;
}

/** A loop that waits for outages to end. */
export function startPatientLoop(
  { log, clock }: SeenEvaluatorOptions,
  { name, everyMs, turn }: PatientLoop,
): ReturnType<typeof startLoop> {
  const onOutage = (err: unknown): void => log.warn({ err, loop: name }, 'loop waits');
  return startLoop({
    ...{ name, everyMs, log, clock },
    run: async (signal) => {
      await retryOutages(turn, { signal, onOutage });
    },
  });
}

/** Records results whatever outages there are: what has been found out has cost much. */
export function settleThroughOutages(
  jobs: Pick<JudgeJobStore, 'settle'>,
  { log, closers }: { readonly log: Logger; readonly closers: CloserStack },
): JudgeJobStore['settle'] {
  const stopping = new AbortController();
  closers.add('results of jobs', () => stopping.abort());
  return (claim, result) =>
    retryOutages(() => jobs.settle(claim, result), {
      signal: stopping.signal,
      onOutage: (err) => log.warn({ err, id: claim.id }, 'result of a job waits for an outage'),
    });
}
