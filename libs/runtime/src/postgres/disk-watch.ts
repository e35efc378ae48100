import { isDiskFull } from './transient-errors.ts';

// Longer than from one scrape to the next, so that one of them tells.
const TOLD_FOR_MS = 30_000;

/**
 * Remembers that the disk of a server was full. To ask the server would not tell: it reads and answers,
 * and only what needs more room fails.
 */
export class DiskWatch {
  #failure: { readonly error: unknown; readonly at: number } | undefined;

  /** Told of what a statement failed with. */
  note(error: unknown): void {
    if (isDiskFull(error)) this.#failure = { error, at: performance.now() };
  }

  /** @throws what the last statement failed with that found the disk full, for half a minute. */
  check(): void {
    const failure = this.#failure;
    if (failure && performance.now() - failure.at < TOLD_FOR_MS) throw failure.error;
  }
}
