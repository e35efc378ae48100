import type { Output } from '../outputs/output.pure.ts';

const DAY_MS = 86_400_000;

/** How long a workspace keeps outputs. */
export interface Retention {
  readonly workspaceId: string;
  readonly days: number;
}

/** Outputs that were made before one time, and settled before the other, may go. */
export interface Expiry {
  readonly madeBefore: Date;
  readonly settledBefore: Date;
}

/** However old an output is, who waits for its decision has a day to ask for it. */
export function expiryOf({ days }: Retention, now: Date): Expiry {
  return {
    madeBefore: new Date(now.getTime() - days * DAY_MS),
    settledBefore: new Date(now.getTime() - DAY_MS),
  };
}

/** Whether an output had settled by then: what waits for its result, or for a decision, has not. */
export function hasSettled({ status, decision, evaluatedAt }: Output, before: Date): boolean {
  const at = decision?.at ?? (status === 'pass' ? evaluatedAt : null);
  return at !== null && at < before;
}
