import { AppError } from '@output-review/errors';
import { within } from '@output-review/runtime';

// Of the 10 s that a closer has: a database that was away for a moment is back.
const KEEP_MS_MAX = 5_000;

/** What a draft is to mind while the service stops. */
export interface DraftSignals {
  /** Aborted at once: no model is waited for. */
  readonly stopping: AbortSignal;
  /** Aborted a little later: what there is of a draft is kept by then, or never. */
  readonly late: AbortSignal;
}

/** The drafts that this process writes at the moment. */
export class ActiveDrafts {
  readonly #stopping = new AbortController();
  readonly #late = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #onFault: (error: unknown) => void;

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  /** Runs the work behind the back of whoever asked for it. */
  begin(work: (signals: DraftSignals) => Promise<void>): void {
    const running = work({ stopping: this.#stopping.signal, late: this.#late.signal })
      .catch(this.#onFault)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Gives all up, and resolves when each has noted that. */
  async stop(): Promise<void> {
    this.#stopping.abort(
      new AppError('UNAVAILABLE', 'The service was restarted. Request a new draft.'),
    );
    await within(KEEP_MS_MAX, Promise.all(this.#running));
    this.#late.abort();
    await Promise.all(this.#running);
  }
}
