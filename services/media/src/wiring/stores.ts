import { type Database, type DeadLetters, makeDeadLetters } from '@output-review/runtime';

import { makeMediaStore } from '../store/media/media-store.ts';
import { makeUploadStore } from '../store/uploads/upload-store.ts';
import { makeUsageStore } from '../store/usage/usage-store.ts';
import type { MediaStore } from '../use-cases/media/media-store.ts';
import type { UploadStore } from '../use-cases/uploads/upload-store.ts';
import type { UsageStore } from '../use-cases/usage-store.ts';

export interface Stores {
  readonly uploads: UploadStore;
  readonly media: MediaStore;
  readonly usage: UsageStore;
  readonly deadLetters: DeadLetters;
}

/** @param quotaBytes the operator's. */
export function makeStores(database: Database, quotaBytes: number): Stores {
  return {
    uploads: makeUploadStore(database, quotaBytes),
    media: makeMediaStore(database),
    usage: makeUsageStore(database, quotaBytes),
    deadLetters: makeDeadLetters(database),
  };
}
