import { LoadConnection } from './connection.ts';

export interface ClosedLoop {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  readonly next: () => Buffer;
}

export interface LoadResult {
  /** Answers by status. */
  readonly answers: ReadonlyMap<number, number>;
  readonly perSecond: number;
  /** Milliseconds, in the order of the answers. */
  readonly latenciesMs: readonly number[];
}

/** Each connection sends its next request as soon as it has the answer to the last: finds the limit. */
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
