import { type ShutdownStack, type Loop, retryTransient, startLoop } from '@output-review/runtime';
import type { BaseContext } from '@output-review/shared-kernel';

import type { Leases } from '../runs/jobs.sql.ts';
import { type Claim, claimKey, type ClaimRequest } from '../runs/runs.pure.ts';
import { ActiveLeases } from './active-leases.ts';

export interface RunLimits {
  /** On the clock of `performance.now`; null if no caller waits: unavailable judges are then retried later. */
  readonly endsAtMs: number | null;
  /** Interrupts the job if its lease is lost or the service shuts down. */
  readonly signal: AbortSignal;
}

/** Jobs of one state, and how to work on them. */
export interface JobWorkerOptions<Job extends Claim> {
  /** Name of its jobs in logs. */
  readonly name: string;
  readonly claim: (request: ClaimRequest) => Promise<Job[]>;
  readonly leases: Leases;
  /** How many jobs run concurrently, apart from some claimed ahead. */
  readonly callsMax: number;
  readonly renewEveryMs: number;
  /** How long jobs in progress may continue when the service shuts down. */
  readonly drainMs: number;
}

type RunJob<Job> = (job: Job, limits: RunLimits) => Promise<unknown>;

// Polling finds jobs of other replicas and paused ones. Own jobs wake the loop.
const LOOK_EVERY_MS = 250;
// Own jobs wake the loop, so this only delays those of a replica that is full or gone.
const LOOK_IDLE_EVERY_MS = 1_000;

/** Claims jobs of one state, works on them and renews their leases meanwhile. */
export class JobWorker<Job extends Claim> {
  /** Only of these jobs. */
  readonly activeLeases = new ActiveLeases();
  readonly #options: JobWorkerOptions<Job>;
  #taking: Loop | undefined;

  constructor(options: JobWorkerOptions<Job>) {
    this.#options = options;
  }

  start(
    run: RunJob<Job>,
    around: Pick<BaseContext, 'log' | 'clock'>,
    closers: ShutdownStack,
  ): void {
    const { name, renewEveryMs, drainMs } = this.#options;
    const onFailed = (err: unknown, { id }: Job): void =>
      around.log.warn({ err, id }, `${name}: job left for another replica to take over`);
    const taking = startPatientLoop(around, {
      ...{ name, everyMs: LOOK_EVERY_MS, idleEveryMs: LOOK_IDLE_EVERY_MS },
      turn: () => this.#takeJobs(run, onFailed),
    });
    const keeping = startPatientLoop(around, {
      ...{ name: `leases of ${name}`, everyMs: renewEveryMs },
      turn: () => this.#keepClaims(),
    });
    this.#taking = taking;
    closers.add(name, async () => {
      await taking.stop();
      await this.activeLeases.stop(drainMs);
      await keeping.stop();
    });
  }

  /** Polls for jobs now. */
  wake(): void {
    this.#taking?.wake();
  }

  /** Answers waiting callers, and claims no more jobs. */
  async abortPending(): Promise<void> {
    const stopped = this.#taking?.stop();
    this.activeLeases.abortPending();
    await stopped;
  }

  async #takeJobs(
    run: RunJob<Job>,
    onFailed: (error: unknown, job: Job) => void,
  ): Promise<'idle' | null> {
    const { claim, callsMax } = this.#options;
    const request = nextRequest(this.activeLeases.backgroundWorkspaces(), callsMax);
    if (!request) return null;
    const claimed = await claim(request);
    for (const job of claimed) {
      this.activeLeases
        .during({ claim: job, isBackground: true }, (signal) =>
          run(job, { endsAtMs: null, signal }),
        )
        // An outage interrupted it. Its lease will expire.
        .catch((error: unknown) => onFailed(error, job))
        .finally(() => this.wake());
    }
    return claimed.length === 0 ? 'idle' : null;
  }

  /** Renews the leases of jobs in progress, and interrupts those that another replica has taken over. */
  async #keepClaims(): Promise<void> {
    const claims = this.activeLeases.claims();
    if (claims.length === 0) return;
    const held = new Set((await this.#options.leases.renew(claims)).map(claimKey));
    this.activeLeases.drop(claims.filter((claim) => !held.has(claimKey(claim))));
  }
}

// Share of the concurrent calls. This many more jobs are claimed ahead. Otherwise a slot would be idle while one result
// is stored and the next job is read.
const AHEAD = 1 / 4;

/**
 * Requests as many jobs as there may be concurrent calls, and some ahead; each has at least one call. If all slots are
 * taken, workspaces without one still get theirs: a workspace with many judges per output must not make another wait
 * for longer than one call.
 *
 * @param busy the workspace of each job in progress
 * @returns null if there is no room for another
 */
export function nextRequest(busy: readonly string[], callsMax: number): ClaimRequest | null {
  const free = callsMax + Math.floor(callsMax * AHEAD) - busy.length;
  if (free > 0) return { limit: free, except: [] };
  const limit = 2 * callsMax - busy.length;
  return limit > 0 ? { limit, except: [...new Set(busy)] } : null;
}

interface PatientLoop {
  readonly name: string;
  readonly everyMs: number;
  readonly idleEveryMs?: number;
  readonly turn: () => Promise<unknown>;
}

/** A loop that waits for outages to end. */
function startPatientLoop(
  { log, clock }: Pick<BaseContext, 'log' | 'clock'>,
  { turn, ...loop }: PatientLoop,
): Loop {
  const onOutage = (err: unknown, attempt: number): void => {
    if (attempt === 1) log.warn({ err, loop: loop.name }, 'loop is waiting for an outage to end');
  };
  return startLoop({
    ...{ ...loop, log, clock },
    run: (signal) => retryTransient(turn, { signal, onOutage }),
  });
}
