import type { AuditOrigin } from '@output-review/runtime';

import type { WorkspaceJudges } from '../../domain/judges/workspace-judges.ts';

/** Who judges in each workspace. */
export interface WorkspaceJudgesStore {
  read(workspaceId: string): Promise<WorkspaceJudges>;
  /** Those of the workspaces that leave judges alone where an exact rule has failed. */
  findSkipping(workspaceIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Stores what `work` makes of what there is, and tells the audit; changes of one workspace come one
   * after the other.
   */
  change(
    origin: AuditOrigin,
    workspaceId: string,
    work: (present: WorkspaceJudges) => WorkspaceJudges,
  ): Promise<WorkspaceJudges>;
}
