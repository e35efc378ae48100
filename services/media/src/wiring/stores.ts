import {
  type Database,
  type DeadLetters,
  type ErasedWorkspaces,
  makeDeadLetters,
  makeErasedWorkspaces,
} from '@output-review/runtime';

import { makeClaimStore } from '../store/claims/claim-store.ts';
import { makeDoomedObjects } from '../store/doomed/doomed-objects.ts';
import { makeKeeperRuns, makeStoredRows } from '../store/keeper/stored-rows.ts';
import { makeMediaStore } from '../store/media/media-store.ts';
import { makeUploadStore } from '../store/uploads/upload-store.ts';
import { makeUsageStore } from '../store/usage/usage-store.ts';
import type { ClaimStore } from '../use-cases/claims/claim-store.ts';
import type { DoomedObjects } from '../use-cases/doomed-objects.ts';
import type { KeeperRuns, StoredRows } from '../use-cases/keeper/stored-rows.ts';
import type { MediaStore } from '../use-cases/media/media-store.ts';
import type { UploadStore } from '../use-cases/uploads/upload-store.ts';
import type { UsageStore } from '../use-cases/usage-store.ts';

export interface Stores {
  readonly uploads: UploadStore;
  readonly claims: ClaimStore;
  readonly media: MediaStore;
  readonly usage: UsageStore;
  readonly doomed: DoomedObjects;
  readonly rows: StoredRows;
  readonly runs: KeeperRuns;
  readonly deadLetters: DeadLetters;
  readonly erased: ErasedWorkspaces;
}

/** @param quotaBytes the operator's. */
export function makeStores(database: Database, quotaBytes: number): Stores {
  return {
    uploads: makeUploadStore(database, quotaBytes),
    claims: makeClaimStore(database, quotaBytes),
    media: makeMediaStore(database),
    usage: makeUsageStore(database, quotaBytes),
    doomed: makeDoomedObjects(database),
    rows: makeStoredRows(database),
    runs: makeKeeperRuns(database),
    deadLetters: makeDeadLetters(database),
    erased: makeErasedWorkspaces(database),
  };
}
