import type { OutputRef } from '../evaluations/evaluation-store.ts';

/** Asks review for new runs of outputs, in the name of the caller; answers how many it started. */
export type RequestRuns = (outputs: readonly OutputRef[]) => Promise<number>;
