import type { Readiness } from '../http/readiness.ts';
import type { Starting } from '../lifecycle/starting.ts';

/** Keeps what a start waits for, for whoever asks why the service is not ready. */
export class StartProgress implements Starting {
  readonly signal: AbortSignal;
  readonly #waits = new Map<string, string>();

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  waitsFor(name: string, reason: string | null): void {
    if (reason === null) this.#waits.delete(name);
    else this.#waits.set(name, reason);
  }

  readiness(): Readiness {
    const state = this.signal.aborted ? 'is stopping' : 'is starting';
    return { ready: false, checks: { process: state, ...Object.fromEntries(this.#waits) } };
  }
}
