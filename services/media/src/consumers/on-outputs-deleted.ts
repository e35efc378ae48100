import { type EventType, outputsDeleted } from '@output-review/contracts';
import {
  consumeEvents,
  type ConsumeOptions,
  type SubscriptionHandle,
} from '@output-review/runtime';

import type { DeleteFiles } from '../use-cases/claims/delete-files.ts';

type Consuming = Pick<
  ConsumeOptions<EventType>,
  'bus' | 'deadLetters' | 'log' | 'clock' | 'telemetry'
>;

// Each has the files of one output to give up; more in one transaction hold their locks longer.
const BATCH_MAX = 250;

/** Takes deleted outputs their files, where the call that is made for it did not get here. */
export function onOutputsDeleted(
  consuming: Consuming,
  { deleteFiles }: { readonly deleteFiles: DeleteFiles },
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    event: outputsDeleted,
    group: 'media',
    batchMax: BATCH_MAX,
    handle: (batch) =>
      deleteFiles(batch.map(({ data: { workspaceId, id } }) => ({ workspaceId, outputId: id }))),
  });
}
