import type { Claim } from './judge-jobs.ts';

/** Tells claims apart, also those on one run. */
export function claimKey({ workspaceId, id, run, attempt }: Claim): string {
  return `${workspaceId}/${id}/${run}/${attempt}`;
}
