import { type LoadAnswer, LoadConnection } from './connection.ts';

export interface ClosedLoop {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  readonly next: () => Buffer;
}

export interface LoadResult {
  /** Number of responses by status. */
  readonly answers: ReadonlyMap<number, number>;
  readonly perSecond: number;
  /** In milliseconds, in the order of the responses. */
  readonly latenciesMs: readonly number[];
}

/** Each connection sends its next request once it has the previous response. Measures the maximum throughput. */
export async function runClosedLoop(options: ClosedLoop): Promise<LoadResult> {
  const answers = new Map<number, number>();
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + options.durationMs;
  await Promise.all(
    Array.from({ length: options.connections }, async () => {
      const connection = await LoadConnection.open(options.port);
      while (performance.now() < endsAt) {
        const sentAt = performance.now();
        const { status } = await connection.send(options.next());
        latenciesMs.push(performance.now() - sentAt);
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
      connection.close();
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return { answers, latenciesMs, perSecond: latenciesMs.length / seconds };
}

export interface OpenLoop {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  readonly perSecond: number;
  readonly next: () => Buffer;
  readonly onAnswer?: (answer: LoadAnswer, dueAt: number) => void;
}

/**
 * Requests become due at a constant rate, whatever the service does. Latency is measured from the due time, so that a
 * stall affects every request that waited for it.
 */
export async function runOpenLoop(options: OpenLoop): Promise<LoadResult> {
  const idle = await Promise.all(
    Array.from({ length: options.connections }, () => LoadConnection.open(options.port)),
  );
  const all = [...idle];
  const run = new OpenRun(options, idle);
  await run.finished;
  for (const connection of all) connection.close();
  return run.result();
}

class OpenRun {
  readonly finished: Promise<void>;
  readonly #options: OpenLoop;
  readonly #idle: LoadConnection[];
  readonly #answers = new Map<number, number>();
  readonly #latenciesMs: number[] = [];
  readonly #startedAt = performance.now();
  readonly #total: number;
  #sent = 0;
  #endedAt = 0;

  constructor(options: OpenLoop, idle: LoadConnection[]) {
    this.#options = options;
    this.#idle = idle;
    this.#total = Math.floor((options.durationMs / 1000) * options.perSecond);
    this.finished = new Promise((resolve, reject) => {
      const timer = setInterval(() => {
        this.#sendDue(reject);
        if (this.#latenciesMs.length < this.#total) return;
        clearInterval(timer);
        this.#endedAt = performance.now();
        resolve();
      }, 1);
    });
  }

  result(): LoadResult {
    const seconds = (this.#endedAt - this.#startedAt) / 1000;
    const perSecond = this.#latenciesMs.length / seconds;
    return { answers: this.#answers, latenciesMs: this.#latenciesMs, perSecond };
  }

  #sendDue(reject: (error: unknown) => void): void {
    while (this.#sent < this.#total) {
      const dueAt = this.#startedAt + (this.#sent * 1000) / this.#options.perSecond;
      if (dueAt > performance.now()) return;
      const connection = this.#idle.pop();
      if (!connection) return;
      this.#sent += 1;
      this.#send(connection, dueAt, reject).catch(reject);
    }
  }

  async #send(
    connection: LoadConnection,
    dueAt: number,
    reject: (error: unknown) => void,
  ): Promise<void> {
    const answer = await connection.send(this.#options.next());
    this.#latenciesMs.push(performance.now() - dueAt);
    this.#answers.set(answer.status, (this.#answers.get(answer.status) ?? 0) + 1);
    this.#options.onAnswer?.(answer, dueAt);
    this.#idle.push(connection);
    this.#sendDue(reject);
  }
}
