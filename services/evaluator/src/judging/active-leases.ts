import { setMaxListeners } from 'node:events';

import { AppError } from '@output-review/errors';
import { wait } from '@output-review/runtime';

import { type Claim, claimKey } from '../runs/runs.pure.ts';

interface ActiveLease {
  readonly claim: Claim;
  readonly ended: Promise<void>;
  readonly interrupt: AbortController;
  /** Whether no caller waits for it. */
  readonly isBackground: boolean;
}

// Each call of a claim adds a listener, one per rule. Node warns of a leak at the eleventh. 0 means no limit.
const LISTENERS_MAX = 0;

/** The claims that this process works on. Interrupts claims that it loses, and those unfinished at shutdown. */
export class ActiveLeases {
  readonly #active = new Map<string, ActiveLease>();
  readonly #callersSignal = new AbortController();

  constructor() {
    setMaxListeners(LISTENERS_MAX, this.#callersSignal.signal);
  }

  /** Aborted when the service shuts down and callers may no longer wait. */
  get callersSignal(): AbortSignal {
    return this.#callersSignal.signal;
  }

  /** Works on a claim. */
  async during<T>(
    { claim, isBackground }: { readonly claim: Claim; readonly isBackground: boolean },
    work: (interrupted: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const interrupt = new AbortController();
    setMaxListeners(LISTENERS_MAX, interrupt.signal);
    if (!isBackground && this.callersSignal.aborted) interrupt.abort(stopped());
    const working = work(interrupt.signal);
    const ended = working.then(
      () => undefined,
      () => undefined,
    );
    const key = claimKey(claim);
    const lease = { claim, ended, interrupt, isBackground };
    this.#active.set(key, lease);
    try {
      return await working;
    } finally {
      if (this.#active.get(key) === lease) this.#active.delete(key);
    }
  }

  claims(): Claim[] {
    return [...this.#active.values()].map(({ claim }) => claim);
  }

  /** The workspaces of claims without a waiting caller, one entry per claim. */
  backgroundWorkspaces(): string[] {
    return [...this.#active.values()]
      .filter(({ isBackground }) => isBackground)
      .map(({ claim }) => claim.workspaceId);
  }

  /** Interrupts work on claims that this process has lost. */
  drop(lost: readonly Claim[]): void {
    for (const claim of lost)
      this.#active.get(claimKey(claim))?.interrupt.abort(new Error('Claim lost'));
  }

  /** Interrupts work that callers wait for, since a judge may take longer than a shutdown. */
  abortPending(): void {
    this.#callersSignal.abort(stopped());
    for (const { interrupt, isBackground } of this.#active.values()) {
      if (!isBackground) interrupt.abort(stopped());
    }
  }

  /** Drains work in flight for the given time, then interrupts it and waits for it to end. */
  async stop(drainMs: number): Promise<void> {
    const drained = new AbortController();
    await Promise.race([this.#allEnded(), wait(drainMs, drained.signal)]);
    drained.abort();
    this.abortPending();
    for (const { interrupt } of this.#active.values()) interrupt.abort(stopped());
    await this.#allEnded();
  }

  async #allEnded(): Promise<void> {
    await Promise.all([...this.#active.values()].map(({ ended }) => ended));
  }
}

function stopped(): AppError {
  return new AppError('UNAVAILABLE', 'The evaluator is stopping. Try again.', {
    retryAfterSeconds: 1,
  });
}
