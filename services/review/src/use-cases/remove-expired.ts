import type { OutputKey } from '../domain/output.ts';
import { expiryOf, isSettled, type Retention } from '../domain/retention.ts';
import { BY_ITSELF } from './by-itself.ts';
import type { DeleteOutputs } from './delete-outputs.ts';

/** Expired outputs in the order of their times, and where the next page begins; null after the last. */
export interface ExpiredPage {
  readonly keys: readonly OutputKey[];
  readonly next: ExpiredPlace | null;
}

export interface ExpiredPlace {
  readonly timestamp: string;
  readonly id: string;
}

interface Deps {
  readonly now: () => Date;
  /** Of the workspaces that do not keep outputs for ever. */
  readonly listRetentions: () => Promise<readonly Retention[]>;
  /** Settled outputs of a workspace that were made before a time. */
  readonly findExpired: (
    workspaceId: string,
    before: Date,
    after: ExpiredPlace | null,
  ) => Promise<ExpiredPage>;
  readonly deleteOutputs: DeleteOutputs;
}

/**
 * Deletes outputs that their workspace has kept for long enough, a few at a time, as if somebody did:
 * with an event each, which takes their files along. What waits for a decision is kept, also where it
 * begins to wait this moment.
 */
export const makeRemoveExpired =
  ({ now, listRetentions, findExpired, deleteOutputs }: Deps) =>
  async (signal: AbortSignal): Promise<void> => {
    for (const retention of await listRetentions()) {
      const before = expiryOf(retention, now());
      let place: ExpiredPlace | null = null;
      do {
        if (signal.aborted) return;
        const page: ExpiredPage = await findExpired(retention.workspaceId, before, place);
        if (page.keys.length > 0) await deleteOutputs(page.keys, BY_ITSELF, isSettled);
        place = page.next;
      } while (place);
    }
  };
