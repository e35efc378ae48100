import type { Usage } from '../domain/usage.ts';

/** What each workspace may have and has. */
export interface UsageStore {
  read(workspaceId: string): Promise<Usage>;
  /** @param quotaBytes null takes the operator's. */
  changeQuota(workspaceId: string, quotaBytes: number | null): Promise<Usage>;
}
