import { setMaxListeners } from 'node:events';

import { AppError } from '@output-review/errors';
import { wait } from '@output-review/runtime';

import { type Claim, claimKey } from '../runs/runs.pure.ts';

interface InHand {
  readonly claim: Claim;
  readonly ended: Promise<void>;
  readonly interrupt: AbortController;
  /** Whether nobody waits for it. */
  readonly isBackground: boolean;
}

// Every call of a claim listens, a rule each; Node would warn of a leak at the eleventh. 0: no limit.
const LISTENERS_MAX = 0;

/**
 * The claims that this process works on. One that is lost, or that a stop finds unfinished, is
 * interrupted.
 */
export class ActiveLeases {
  readonly #inHand = new Map<string, InHand>();
  readonly #waitsEnded = new AbortController();
  #isStopping = false;

  constructor() {
    setMaxListeners(LISTENERS_MAX, this.#waitsEnded.signal);
  }

  /** Aborted when nobody may be kept waiting any longer: the service stops. */
  get waitsEnded(): AbortSignal {
    return this.#waitsEnded.signal;
  }

  /** Works on a claim. */
  async during<T>(
    { claim, isBackground }: { readonly claim: Claim; readonly isBackground: boolean },
    work: (interrupted: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const interrupt = new AbortController();
    setMaxListeners(LISTENERS_MAX, interrupt.signal);
    const isLate = isBackground ? this.#isStopping : this.waitsEnded.aborted;
    if (isLate) interrupt.abort(stopped());
    const working = work(interrupt.signal);
    const ended = working.then(
      () => undefined,
      () => undefined,
    );
    const key = claimKey(claim);
    const inHand = { claim, ended, interrupt, isBackground };
    this.#inHand.set(key, inHand);
    try {
      return await working;
    } finally {
      if (this.#inHand.get(key) === inHand) this.#inHand.delete(key);
    }
  }

  claims(): Claim[] {
    return [...this.#inHand.values()].map(({ claim }) => claim);
  }

  /** The workspaces of the claims that nobody waits for, one entry a claim. */
  backgroundWorkspaces(): string[] {
    return [...this.#inHand.values()]
      .filter(({ isBackground }) => isBackground)
      .map(({ claim }) => claim.workspaceId);
  }

  /** Interrupts the work on claims that are no longer ours. */
  drop(lost: readonly Claim[]): void {
    for (const claim of lost)
      this.#inHand.get(claimKey(claim))?.interrupt.abort(new Error('Claim lost'));
  }

  /** Interrupts whatever somebody waits for: a judge may take longer than a stop. */
  abortPending(): void {
    this.#waitsEnded.abort(stopped());
    for (const { interrupt, isBackground } of this.#inHand.values()) {
      if (!isBackground) interrupt.abort(stopped());
    }
  }

  /** Gives what is under way so long to end, then interrupts it and waits for it to let go. */
  async stop(drainMs: number): Promise<void> {
    const drained = new AbortController();
    await Promise.race([this.#allEnded(), wait(drainMs, drained.signal)]);
    drained.abort();
    this.#isStopping = true;
    this.abortPending();
    for (const { interrupt } of this.#inHand.values()) interrupt.abort(stopped());
    await this.#allEnded();
  }

  async #allEnded(): Promise<void> {
    await Promise.all([...this.#inHand.values()].map(({ ended }) => ended));
  }
}

function stopped(): AppError {
  return new AppError('UNAVAILABLE', 'The evaluator is stopping.', { retryAfterSeconds: 1 });
}
