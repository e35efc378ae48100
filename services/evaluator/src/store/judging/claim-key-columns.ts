import type { Claim } from '../../use-cases/judging/judge-jobs.ts';

/** What names a claim in statements, in their order. */
export function keyOf({ workspaceId, id, run, attempt }: Claim): unknown[] {
  return [workspaceId, id, run, attempt];
}
