/** A startup in progress. Reports what the service waits for, and signals when to give up. */
export interface Starting {
  readonly signal: AbortSignal;
  /**
   * Reports that the startup waits for something. Everyone who can query the process sees it.
   *
   * @param reason plain text without secrets; null when the wait is over.
   */
  waitsFor(name: string, reason: string | null): void;
}

/** A startup error that a person can fix. Only its message is printed, so the message must say what to do. */
export class StartFault extends Error {
  override readonly name = 'StartFault';
}
