import { type EventType, workspacesChanged } from '@output-review/contracts';
import {
  consumeEvents,
  type ConsumeOptions,
  type ErasedWorkspaces,
  type SubscriptionHandle,
} from '@output-review/runtime';

type Consuming = Pick<
  ConsumeOptions<EventType>,
  'bus' | 'deadLetters' | 'log' | 'clock' | 'telemetry'
>;

const BATCH_MAX = 250;

/** Learns which workspaces are to be erased. */
export function onWorkspacesChanged(
  consuming: Consuming,
  { erased }: { readonly erased: Pick<ErasedWorkspaces, 'note'> },
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    event: workspacesChanged,
    group: 'media',
    batchMax: BATCH_MAX,
    handle: (batch) => erased.note(batch.map(({ data }) => data)),
  });
}
