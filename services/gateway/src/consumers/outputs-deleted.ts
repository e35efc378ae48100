import { outputsDeleted } from '@output-review/contracts';
import {
  type Bus,
  type Clock,
  consumeEvents,
  type DeadLetters,
  type Logger,
  type SetAsideMessage,
  type SubscriptionHandle,
  type Telemetry,
} from '@output-review/runtime';

type MarkDeleted = (
  keys: readonly { readonly workspaceId: string; readonly id: string }[],
) => Promise<unknown>;

export interface OutputsDeletedDeps {
  readonly bus: Bus;
  readonly deadLetters: DeadLetters;
  readonly log: Logger;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly markDeleted: MarkDeleted;
}

const BATCH_MAX = 500;

/**
 * Marks deleted outputs. Where the deletion came through this door that has happened already; what
 * retention deletes, and what a killed gateway left undone, arrives here.
 */
export function consumeOutputsDeleted(deps: OutputsDeletedDeps): SubscriptionHandle {
  const { bus, deadLetters, log, clock, telemetry, markDeleted } = deps;
  return consumeEvents({
    bus,
    event: outputsDeleted,
    group: 'gateway',
    batchMax: BATCH_MAX,
    // In one order everywhere, else two batches could wait for each other.
    handle: async (batch) => {
      await markDeleted(
        batch
          .map(({ data: { workspaceId, id } }) => ({ workspaceId, id }))
          .toSorted((a, b) => compare(a.workspaceId, b.workspaceId) || compare(a.id, b.id)),
      );
    },
    deadLetters,
    log,
    clock,
    telemetry,
  });
}

/** Handles a deletion that was set aside again: its key says all there is to know. */
export const makeReplayDeletion =
  (markDeleted: MarkDeleted) =>
  async ({ key }: Pick<SetAsideMessage, 'key'>): Promise<void> => {
    const slash = key.indexOf('/');
    if (slash <= 0) throw new Error('Its key names no output.');
    await markDeleted([{ workspaceId: key.slice(0, slash), id: key.slice(slash + 1) }]);
  };

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
