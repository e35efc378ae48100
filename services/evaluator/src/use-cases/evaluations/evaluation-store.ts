import type { OutputsEvaluated, OutputsSubmitted } from '@output-review/contracts';

/** A result on its way into the table that is its outbox. */
export interface NewResult {
  readonly data: OutputsEvaluated;
  /** The id of its event: the same on every repeat. */
  readonly eventId: string;
  readonly traceparent: string | null;
}

/** A result that was recorded, as it is announced. */
export interface RecordedResult extends NewResult {
  readonly seq: string;
  /** The data as JSON text, as stored. */
  readonly json: string;
}

export interface OutputRef {
  readonly workspaceId: string;
  readonly id: string;
}

export interface RunRef extends OutputRef {
  readonly run: number;
}

export interface WaitingSubmission {
  readonly submission: OutputsSubmitted;
  readonly dueAt: Date;
  readonly traceparent: string | null;
}

/** How much is read at once. */
export interface DueLimits {
  readonly rowsMax: number;
  /** The submission that reaches it is the last one; so there is always one. */
  readonly bytesMax: number;
}

export interface EvaluationStore {
  /**
   * Records results, one statement for all. Left out are those of a run that has one, of an earlier
   * run than the latest, and of deleted outputs.
   */
  record(results: readonly NewResult[]): Promise<RecordedResult[]>;
  /** Leaves submissions to their inline calls until they are due. */
  hold(waiting: readonly WaitingSubmission[]): Promise<void>;
  /** Submissions that no inline call has settled in time, the longest due first. */
  findDue(now: Date, limits: DueLimits): Promise<WaitingSubmission[]>;
  /** Marks stored results of these very runs to be published again. */
  reopen(runs: readonly RunRef[]): Promise<RecordedResult[]>;
  /** Runs that need no evaluation: settled, left to the inline call, overtaken, or deleted. */
  findSettled(runs: readonly RunRef[]): Promise<OutputRef[]>;
  /** Keeps the keys of deleted outputs and nothing else of them. */
  forget(outputs: readonly OutputRef[]): Promise<void>;
  /** The stored results of these outputs. */
  lookUp(workspaceId: string, ids: readonly string[]): Promise<OutputsEvaluated[]>;
}
