interface Waiting {
  readonly start: () => void;
}

/**
 * Lets a limited number of calls run at a time, the workspaces in turn: however many calls one has
 * waiting, the first of another is the next.
 */
export class CallPool {
  readonly #callsMax: number;
  /** In the order in which workspaces have their turn. */
  readonly #waiting = new Map<string, Waiting[]>();
  #running = 0;

  constructor({ callsMax }: { readonly callsMax: number }) {
    this.#callsMax = callsMax;
  }

  /** @throws the reason of the signal where it is aborted before the call began. */
  async run<T>(workspaceId: string, signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    await this.#turnOf(workspaceId, signal);
    try {
      return await call();
    } finally {
      this.#running -= 1;
      this.#startNext();
    }
  }

  async #turnOf(workspaceId: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#running < this.#callsMax) {
      this.#running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        this.#remove(workspaceId, entry);
        const reason: unknown = signal.reason;
        reject(reason);
      };
      const start = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const entry: Waiting = { start };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#add(workspaceId, entry);
    });
  }

  #add(workspaceId: string, entry: Waiting): void {
    const queue = this.#waiting.get(workspaceId);
    if (queue) queue.push(entry);
    else this.#waiting.set(workspaceId, [entry]);
  }

  #remove(workspaceId: string, entry: Waiting): void {
    const left = (this.#waiting.get(workspaceId) ?? []).filter((each) => each !== entry);
    if (left.length > 0) this.#waiting.set(workspaceId, left);
    else this.#waiting.delete(workspaceId);
  }

  #startNext(): void {
    const next = this.#waiting.entries().next().value;
    if (!next || this.#running >= this.#callsMax) return;
    const [workspaceId, [first, ...others]] = next;
    // Whoever has more to do stands at the end again.
    this.#waiting.delete(workspaceId);
    if (others.length > 0) this.#waiting.set(workspaceId, others);
    this.#running += 1;
    first?.start();
  }
}
