import type { BenchRule } from '../bench-rule.ts';

/** Somebody who applies rules to outputs. */
export interface Contestant {
  readonly name: string;
  /** Makes rules ready; what comes back tells of an output which of them pass. */
  /** Ends what it has started. */
  close?(): Promise<void>;
  prepare(rules: readonly BenchRule[]): (output: string) => Promise<readonly boolean[]>;
}
