import { TOPICS } from '@output-review/contracts';
import { newId, type OutgoingEvent } from '@output-review/runtime';

/** The event that review publishes for a deleted output. */
export function deletedEvent(workspaceId: string, outputId: string): OutgoingEvent {
  const time = '2026-01-02T03:04:05.678Z';
  return {
    ...{ topic: TOPICS.outputsDeleted, key: `${workspaceId}/${outputId}`, id: newId() },
    ...{ source: 'review', time, traceparent: null },
    json: JSON.stringify({ workspaceId, id: outputId, sequence: 1, deletedAt: time }),
  };
}
