import { ChangeSignal } from '@output-review/runtime';

/** Wakes who waits in this process for what was committed; whoever relies on it misses other processes. */
export interface CommitSignals {
  /** Something happened to outputs: `output_events` has new rows. */
  readonly happened: ChangeSignal;
  /** There are new deliveries. */
  readonly deliveries: ChangeSignal;
}

export const makeCommitSignals = (): CommitSignals => ({
  happened: new ChangeSignal(),
  deliveries: new ChangeSignal(),
});
