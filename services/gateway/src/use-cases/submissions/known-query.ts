import type { KnownSubmission, ReplayedBy } from '../../domain/submissions/replay.ts';

/** By what a submission may be known; null where there is nothing of the kind. */
export interface KnownQuery {
  readonly workspaceId: string;
  readonly id: string | null;
  readonly tokenId: string;
  readonly idempotencyKey: string | null;
}

export interface KnownFound {
  readonly known: KnownSubmission;
  readonly by: ReplayedBy;
}
