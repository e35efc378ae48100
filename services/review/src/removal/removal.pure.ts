import type { Output } from '../outputs/output.pure.ts';

const DAY_MS = 86_400_000;

/** The retention period of a workspace. */
export interface Retention {
  readonly workspaceId: string;
  readonly days: number;
}

/** Outputs made before one time and settled before the other may be deleted. */
export interface Expiry {
  readonly madeBefore: Date;
  readonly settledBefore: Date;
}

/** However old an output is, its caller has a day to read its decision. */
export function expiryOf({ days }: Retention, now: Date): Expiry {
  return {
    madeBefore: new Date(now.getTime() - days * DAY_MS),
    settledBefore: new Date(now.getTime() - DAY_MS),
  };
}

/** Whether an output had settled by then. While it waits for its result or a decision, it has not. */
export function hasSettled({ status, decision, evaluatedAt }: Output, before: Date): boolean {
  const at = decision?.at ?? (status === 'pass' ? evaluatedAt : null);
  return at !== null && at < before;
}
