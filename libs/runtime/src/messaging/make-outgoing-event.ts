import { activeTraceparent } from '../telemetry/traceparent.ts';
import type { OutgoingEvent } from './bus.ts';

export type EventFacts = Pick<OutgoingEvent, 'topic' | 'key' | 'id' | 'source' | 'time'> & {
  readonly data: object;
};

/** An event as an outbox takes it: its data as JSON beside them, and the trace that is active now. */
export function makeOutgoingEvent({ data, ...facts }: EventFacts): OutgoingEvent {
  return { ...facts, traceparent: activeTraceparent(), json: JSON.stringify(data), data };
}
