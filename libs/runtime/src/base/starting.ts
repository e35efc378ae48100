/** A start under way: it tells what it waits for, and hears when it is to be given up. */
export interface Starting {
  readonly signal: AbortSignal;
  /**
   * Tells that something is waited for; everybody who may ask the process sees it.
   *
   * @param reason plain words without a secret; null when the wait is over.
   */
  waitsFor(name: string, reason: string | null): void;
}

/**
 * What keeps a service from starting and a person can mend. Its message is all that is printed, so it
 * says what to do.
 */
export class StartFault extends Error {
  override readonly name = 'StartFault';
}
