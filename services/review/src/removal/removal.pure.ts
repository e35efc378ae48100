import type { Output } from '../outputs/output.pure.ts';

const DAY_MS = 86_400_000;

/** How long a workspace keeps outputs. */
export interface Retention {
  readonly workspaceId: string;
  readonly days: number;
}

/** Outputs that were made before have been kept for as long as their workspace wants. */
export function expiryOf({ days }: Retention, now: Date): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

/** Whether nothing more is to come: what waits for its result, or for a decision, is kept. */
export function isSettled({ status, decision }: Output): boolean {
  return decision !== null || status === 'pass';
}
