import type { DataOf, EventType, OutputEvent, TimelineStage } from '@output-review/contracts';
import type { AuditEntry, AuditOrigin } from '@output-review/runtime';

import type { Conclusion } from '../domain/decide.ts';
import type { Output, OutputKey } from '../domain/output.ts';
import type { RunContent } from './judged-output.ts';

export interface TimelineEntry extends OutputKey {
  readonly at: Date;
  readonly stage: TimelineStage;
  readonly actor: string | null;
  readonly detail: string | null;
}

export interface Change {
  readonly before: Output;
  readonly after: Output;
}

export interface NewConclusion extends OutputKey, Conclusion {
  readonly by: string;
  readonly source: string;
  readonly at: Date;
}

export interface Explanation {
  readonly explanation: string | null;
  readonly flagReason: string | null;
}

/** What the audit is told of one output. */
export interface OutputAudit extends OutputKey, Pick<AuditEntry, 'action' | 'before' | 'after'> {}

/** What streams and destinations are told of; how the output stands is read when it is told. */
export interface Happening extends OutputKey {
  readonly event: OutputEvent;
  readonly at: Date;
  /** What is to be learnt from the output; for `taught`. */
  readonly lesson?: string;
  /** Whether every channel is told, whatever it is told otherwise. */
  readonly isForced?: boolean;
}

/** What a use case may do to outputs in one transaction; the events commit with the changes. */
export interface Changes {
  /** The visible ones of these outputs, locked until the end of the transaction, by `outputKey`. */
  lock(keys: readonly OutputKey[]): Promise<Output[]>;
  /** Writes what changed, and keeps the counts. */
  save(changes: readonly Change[]): Promise<void>;
  /** The conclusions that stand, by `outputKey`. */
  presentConclusions(keys: readonly OutputKey[]): Promise<Map<string, Conclusion>>;
  addConclusions(conclusions: readonly NewConclusion[]): Promise<void>;
  /** Keeps the conclusions that stand as past ones. */
  clearConclusions(keys: readonly OutputKey[], at: Date): Promise<void>;
  explanationOf(key: OutputKey): Promise<string | null>;
  explain(key: OutputKey, words: Explanation): Promise<void>;
  addToTimeline(entries: readonly TimelineEntry[]): Promise<void>;
  /** What evaluations of these outputs go by, by `outputKey`. */
  contentsOf(keys: readonly OutputKey[]): Promise<Map<string, RunContent>>;
  /**
   * Tells streams and destinations. The last thing that is done to the rows of these outputs, but for
   * deleting: that is told before the rows are emptied.
   */
  tell(happenings: readonly Happening[]): Promise<void>;
  announce<E extends EventType>(event: E, facts: readonly (DataOf<E> & OutputKey)[]): Promise<void>;
  /** Tells the audit what is done to these outputs. */
  audit(origin: AuditOrigin, done: readonly OutputAudit[]): void;
}

/** Runs a change; after the commit its events are on their way. */
export type ChangeOutputs = <T>(work: (changes: Changes) => Promise<T>) => Promise<T>;

export interface ChangeDeps {
  readonly change: ChangeOutputs;
  readonly now: () => Date;
}
