interface Workspace {
  readonly waiting: Waiting[];
  running: number;
  /** Sequence number of its latest call in the pool; 0 before the first. */
  servedAs: number;
}

type Waiting = () => void;

/**
 * Limits the number of concurrent calls. The next call belongs to the workspace with the fewest running calls, and
 * among several to the one that has waited longest for its turn. So however many calls one workspace has queued, the
 * first of another is next.
 */
export class CallPool {
  readonly #callsMax: number;
  /** Workspaces with running or waiting calls. */
  readonly #workspaces = new Map<string, Workspace>();
  #running = 0;
  #served = 0;

  constructor({ callsMax }: { readonly callsMax: number }) {
    this.#callsMax = callsMax;
  }

  /** Number of running calls, and of calls that wait for a slot. */
  get load(): { readonly running: number; readonly waiting: number } {
    let waiting = 0;
    for (const workspace of this.#workspaces.values()) waiting += workspace.waiting.length;
    return { running: this.#running, waiting };
  }

  /** @throws the reason of the signal if it is aborted before the call starts */
  async run<T>(workspaceId: string, signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const workspace = this.#workspaceOf(workspaceId);
    if (this.#running < this.#callsMax) this.#serve(workspace);
    else await this.#turnOf(workspace, signal);
    try {
      return await call();
    } finally {
      workspace.running -= 1;
      this.#running -= 1;
      this.#startNext();
    }
  }

  /** Resolves when the call may start. `#startNext` has then counted it as running. */
  #turnOf(workspace: Workspace, signal: AbortSignal): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        workspace.waiting.splice(workspace.waiting.indexOf(start), 1);
        this.#forgetIdle();
        const reason: unknown = signal.reason;
        reject(reason);
      };
      const start = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      signal.addEventListener('abort', giveUp, { once: true });
      workspace.waiting.push(start);
    });
  }

  #startNext(): void {
    const next = this.#nextWorkspace();
    const start = next?.waiting.shift();
    if (next && start) {
      this.#serve(next);
      start();
    }
    this.#forgetIdle();
  }

  #nextWorkspace(): Workspace | undefined {
    let next: Workspace | undefined;
    for (const workspace of this.#workspaces.values()) {
      if (workspace.waiting.length > 0 && (!next || isBefore(workspace, next))) next = workspace;
    }
    return next;
  }

  #serve(workspace: Workspace): void {
    this.#running += 1;
    this.#served += 1;
    workspace.running += 1;
    workspace.servedAs = this.#served;
  }

  #workspaceOf(id: string): Workspace {
    const known = this.#workspaces.get(id);
    if (known) return known;
    const workspace: Workspace = { waiting: [], running: 0, servedAs: 0 };
    this.#workspaces.set(id, workspace);
    return workspace;
  }

  #forgetIdle(): void {
    for (const [id, { running, waiting }] of this.#workspaces) {
      if (running === 0 && waiting.length === 0) this.#workspaces.delete(id);
    }
  }
}

function isBefore(one: Workspace, other: Workspace): boolean {
  if (one.running !== other.running) return one.running < other.running;
  return one.servedAs < other.servedAs;
}
