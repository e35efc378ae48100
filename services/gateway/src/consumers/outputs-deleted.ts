import { outputOfKey, outputsDeleted } from '@output-review/contracts';
import {
  consumeEvents,
  type Consuming,
  type SetAsideMessage,
  type SubscriptionHandle,
} from '@output-review/runtime';

type MarkDeleted = (
  keys: readonly { readonly workspaceId: string; readonly id: string }[],
) => Promise<unknown>;

interface Deps {
  readonly markDeleted: MarkDeleted;
}

/**
 * Marks deleted outputs. Where the deletion came through this door that has happened already; what
 * retention deletes, and what a killed gateway left undone, arrives here.
 */
export function consumeOutputsDeleted(
  consuming: Consuming,
  { markDeleted }: Deps,
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    event: outputsDeleted,
    // In one order everywhere, else two batches could wait for each other.
    handle: async (batch) => {
      await markDeleted(
        batch
          .map(({ data: { workspaceId, id } }) => ({ workspaceId, id }))
          .toSorted((a, b) => compare(a.workspaceId, b.workspaceId) || compare(a.id, b.id)),
      );
    },
  });
}

/** Handles a deletion that was set aside again: its key says all there is to know. */
export const makeReplayDeletion =
  (markDeleted: MarkDeleted) =>
  async ({ key }: Pick<SetAsideMessage, 'key'>): Promise<void> => {
    const output = outputOfKey(key);
    if (!output) throw new Error('Its key names no output.');
    await markDeleted([output]);
  };

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
