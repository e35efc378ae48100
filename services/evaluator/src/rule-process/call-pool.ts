interface Workspace {
  readonly waiting: Waiting[];
  running: number;
  /** The how manyth call of the pool its latest one was; 0 before the first. */
  servedAs: number;
}

type Waiting = () => void;

/**
 * Lets a limited number of calls run at a time. The next is of the workspace that has the fewest
 * running, and of several the one that has waited for its turn longest: however many calls one has
 * waiting, the first of another is the next.
 */
export class CallPool {
  readonly #callsMax: number;
  /** Those with calls that run or wait. */
  readonly #workspaces = new Map<string, Workspace>();
  #running = 0;
  #served = 0;

  constructor({ callsMax }: { readonly callsMax: number }) {
    this.#callsMax = callsMax;
  }

  /** How many calls run and how many wait for a place. */
  get load(): { readonly running: number; readonly waiting: number } {
    let waiting = 0;
    for (const workspace of this.#workspaces.values()) waiting += workspace.waiting.length;
    return { running: this.#running, waiting };
  }

  /** @throws the reason of the signal where it is aborted before the call began. */
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

  /** Resolves when the call may run, and counts it as running. */
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
