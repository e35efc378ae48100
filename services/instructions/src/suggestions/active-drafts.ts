import { AppError } from '@output-review/errors';
import { within } from '@output-review/runtime';

// Out of the 10 s for a shutdown step. A brief database outage is over by then.
const KEEP_MS_MAX = 5_000;

/** Signals for a draft at shutdown. */
export interface DraftSignals {
  /** Aborted at once, so that no draft waits for a model. */
  readonly stopping: AbortSignal;
  /** Aborted a little later: by then the state of a draft is stored, or never will be. */
  readonly late: AbortSignal;
}

/** The drafts that this process is writing. */
export class ActiveDrafts {
  readonly #stopping = new AbortController();
  readonly #late = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #onFault: (error: unknown) => void;

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  /** Runs work in the background. */
  begin(work: (signals: DraftSignals) => Promise<void>): void {
    const running = work({ stopping: this.#stopping.signal, late: this.#late.signal })
      .catch(this.#onFault)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Aborts all drafts, and resolves when each has stored that. */
  async stop(): Promise<void> {
    this.#stopping.abort(
      new AppError('UNAVAILABLE', 'The service was restarted. Request a new draft.'),
    );
    await within(KEEP_MS_MAX, Promise.all(this.#running));
    this.#late.abort();
    await Promise.all(this.#running);
  }
}
