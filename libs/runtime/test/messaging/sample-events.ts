import { outputsDeleted, type Topic, TOPICS } from '@output-review/contracts';

import { newId } from '../../src/base/new-id.ts';
import type { OutgoingEvent } from '../../src/messaging/bus.ts';

export interface EventParts {
  readonly topic?: Topic;
  readonly key?: string;
  readonly sequence?: number;
  readonly json?: string;
}

/** A valid event about a new output, with the given parts. */
export function anEvent(parts: EventParts = {}): OutgoingEvent {
  const { topic = TOPICS.outputsDeleted, key = `w/${newId()}`, sequence = 1 } = parts;
  const data = { ...outputsDeleted.examples.valid, sequence };
  return {
    topic,
    key,
    id: newId(),
    source: 'review',
    time: '2026-01-02T03:05:00.000Z',
    traceparent: null,
    json: parts.json ?? JSON.stringify(data),
  };
}

export function someEvents(count: number, parts: EventParts = {}): OutgoingEvent[] {
  return Array.from({ length: count }, (_, index) => anEvent({ sequence: index + 1, ...parts }));
}
