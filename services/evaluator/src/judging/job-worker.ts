import { type ShutdownStack, type Loop, retryTransient, startLoop } from '@output-review/runtime';
import type { BaseContext } from '@output-review/shared-kernel';

import type { Leases } from '../runs/jobs.sql.ts';
import { type Claim, claimKey, type ClaimRequest } from '../runs/runs.pure.ts';
import { ActiveLeases } from './active-leases.ts';

export interface RunLimits {
  /** On the clock of `performance.now`; null where nobody waits: judges that are away are then asked again later. */
  readonly endsAtMs: number | null;
  /** Interrupts the job: the claim is lost, or the service stops. */
  readonly signal: AbortSignal;
}

export interface JobWorkerOptions {
  /** As the log names its jobs. */
  readonly name: string;
  /** How many are worked on at a time, but for some ahead. */
  readonly callsMax: number;
  readonly renewEveryMs: number;
  /** How long what is under way may go on when the service stops. */
  readonly drainMs: number;
}

/** How jobs of one state are claimed and worked on. */
export interface JobWork<Job extends Claim> {
  readonly claim: (request: ClaimRequest) => Promise<Job[]>;
  readonly run: (job: Job, limits: RunLimits) => Promise<unknown>;
  readonly leases: Pick<Leases, 'renew'>;
}

// Jobs of other replicas and those that paused are found by looking; own ones wake the loop.
const LOOK_EVERY_MS = 250;
// Own jobs wake the loop, so this is how late one of a replica that is full or gone may be.
const LOOK_IDLE_EVERY_MS = 1_000;

/** Claims jobs of one state and works on them, and keeps the claims meanwhile. */
export class JobWorker<Job extends Claim> {
  /** Of these jobs alone. */
  readonly inHand = new ActiveLeases();
  readonly #options: JobWorkerOptions;
  #taking: Loop | undefined;

  constructor(options: JobWorkerOptions) {
    this.#options = options;
  }

  start(
    work: JobWork<Job>,
    around: Pick<BaseContext, 'log' | 'clock'>,
    closers: ShutdownStack,
  ): void {
    const { name, renewEveryMs, drainMs } = this.#options;
    const onFailed = (err: unknown, { id }: Job): void =>
      around.log.warn({ err, id }, `${name}: left for another process to take over`);
    const taking = startPatientLoop(around, {
      ...{ name, everyMs: LOOK_EVERY_MS, idleEveryMs: LOOK_IDLE_EVERY_MS },
      turn: () => this.#takeJobs(work, onFailed),
    });
    const keeping = startPatientLoop(around, {
      ...{ name: `leases of ${name}`, everyMs: renewEveryMs },
      turn: () => this.#keepClaims(work),
    });
    this.#taking = taking;
    closers.add(name, async () => {
      await taking.stop();
      await this.inHand.stop(drainMs);
      await keeping.stop();
    });
  }

  /** Looks for jobs now. */
  wake(): void {
    this.#taking?.wake();
  }

  /** Answers those who wait for them, and takes no more jobs. */
  async abortPending(): Promise<void> {
    const stopped = this.#taking?.stop();
    this.inHand.abortPending();
    await stopped;
  }

  async #takeJobs(
    { claim, run }: JobWork<Job>,
    onFailed: (error: unknown, job: Job) => void,
  ): Promise<'idle' | null> {
    const request = nextRequest(this.inHand.backgroundWorkspaces(), this.#options.callsMax);
    if (!request) return null;
    const claimed = await claim(request);
    for (const job of claimed) {
      this.inHand
        .during({ claim: job, isBackground: true }, (signal) =>
          run(job, { endsAtMs: null, signal }),
        )
        // An outage cut it short; its lease ends by itself.
        .catch((error: unknown) => onFailed(error, job))
        .finally(() => this.wake());
    }
    return claimed.length === 0 ? 'idle' : null;
  }

  /** Prolongs the leases of what is in hand, and interrupts what somebody else has taken over. */
  async #keepClaims({ leases }: JobWork<Job>): Promise<void> {
    const claims = this.inHand.claims();
    if (claims.length === 0) return;
    const held = new Set((await leases.renew(claims)).map(claimKey));
    this.inHand.drop(claims.filter((claim) => !held.has(claimKey(claim))));
  }
}

// Of the calls that are made at a time. So many jobs more are in hand, ready to be asked about: else a
// place would stand empty while one result is written and the next job is read.
const AHEAD = 1 / 4;

/**
 * Asks for as many jobs as there are calls to make at a time, and some ahead; each has at least one call.
 * When all places are taken, workspaces that have none still get theirs: a workspace whose outputs ask
 * many judges must not keep another waiting for longer than one call.
 *
 * @param busy the workspace of each job in hand.
 * @returns null where there is no room for another.
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
  const onOutage = (err: unknown): void =>
    log.warn({ err, loop: loop.name }, 'loop is waiting for an outage to end');
  return startLoop({
    ...{ ...loop, log, clock },
    run: (signal) => retryTransient(turn, { signal, onOutage }),
  });
}
