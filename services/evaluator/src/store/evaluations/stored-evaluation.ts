import { type OutputsEvaluated, outputsEvaluated } from '@output-review/contracts';
import type { StoredEvent } from '@output-review/runtime';

import type { RecordedResult } from '../../use-cases/evaluations/evaluation-store.ts';

/** A recorded result as the event that tells of it. */
export function toStoredEvent({
  seq,
  data,
  json,
  eventId,
  traceparent,
}: RecordedResult): StoredEvent {
  return {
    seq,
    topic: outputsEvaluated.topic,
    key: `${data.workspaceId}/${data.id}`,
    id: eventId,
    source: 'evaluator',
    time: data.evaluatedAt,
    traceparent,
    json,
    data,
  };
}

export interface ResultRow {
  readonly seq: string;
  readonly result: string;
  readonly eventId: string;
  readonly traceparent: string | null;
}

export function toRecordedResult({ seq, result, eventId, traceparent }: ResultRow): RecordedResult {
  return { seq, json: result, data: JSON.parse(result) as OutputsEvaluated, eventId, traceparent };
}
