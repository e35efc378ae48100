import { AppError } from '@output-review/errors';

/** The drafts that this process writes at the moment. */
export class ActiveDrafts {
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #onFault: (error: unknown) => void;

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  /** Runs the work behind the back of whoever asked for it. */
  begin(work: (signal: AbortSignal) => Promise<void>): void {
    const running = work(this.#stopping.signal)
      .catch(this.#onFault)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Gives all up, and resolves when each has noted that. */
  async stop(): Promise<void> {
    this.#stopping.abort(
      new AppError('UNAVAILABLE', 'The service was restarted. Request a new draft.'),
    );
    await Promise.all(this.#running);
  }
}
