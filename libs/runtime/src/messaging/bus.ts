import type { DeadLetterTopic, Topic } from '@output-review/contracts';

import { activeTraceparent } from '../base/traceparent.ts';

/** An outgoing event: its data and its CloudEvents attributes. */
export interface OutgoingEvent {
  readonly topic: Topic | DeadLetterTopic;
  /** Events with the same key stay in order within a topic. */
  readonly key: string;
  /** The CloudEvents ID. Every redelivery has the same one, so that consumers can deduplicate. */
  readonly id: string;
  /** The service that publishes. */
  readonly source: string;
  /** When the event happened, ISO 8601. */
  readonly time: string;
  /** W3C trace context, if there is one. */
  readonly traceparent: string | null;
  /** The data as JSON text, exactly as it was stored. */
  readonly json: string;
  /** Further headers, if the bus supports them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The decoded data, if the sender has it. Saves an in-process consumer the parsing. Kafka does not carry it. */
  readonly data?: unknown;
}

/** An event as delivered to a consumer. Its data is not validated yet. */
export interface IncomingEvent extends Omit<OutgoingEvent, 'topic' | 'headers'> {
  readonly topic: Topic;
  /** The position in the topic, for people: `partition 3, offset 1042`. */
  readonly position: string;
}

/** Returned by a handler whose effect is not committed yet. The next batch may be handled meanwhile. */
export interface PendingEffect {
  /** Resolves when the effect is committed. A rejection counts as a failure of the handler. */
  readonly committed: Promise<void>;
}

/** Resolves when the effect of a batch is committed or pending. */
export type Handling = Promise<void> | Promise<PendingEffect | undefined>;

export interface Subscription {
  readonly topic: Topic;
  /** The consumer group. Each group gets every event, in one of its members. */
  readonly group: string;
  /** Maximum number of events in a batch. */
  readonly batchMax: number;
  /**
   * How many batches are handled concurrently while there is a backlog; no two of them share a key. Defaults to one.
   * They are acknowledged in order: batches behind a failed one are redelivered with it.
   */
  readonly batchesAtOnceMax?: number;
  /**
   * Handles a batch. After a rejection nothing of it is acknowledged and all of it is redelivered. The signal aborts
   * when a pause or a stop waits only for this batch: the handler, or a pending effect, must then stop waiting.
   */
  readonly handle: (batch: readonly IncomingEvent[], signal: AbortSignal) => Handling;
}

/**
 * Carries events from outboxes to consumer groups, at least once, in order per key and topic.
 *
 * Adapters: in-process (embedded) and Kafka. One contract suite runs against each.
 */
export interface Bus {
  /**
   * Sends a batch. Resolves when the events no longer need their outbox rows: on Kafka when all in-sync replicas have
   * them, in process when every subscribed group has committed its effect. Rejects if they may not have arrived. Send
   * the whole batch again then.
   */
  send(events: readonly OutgoingEvent[]): Promise<void>;
  /**
   * Adds a consumer group, or another member of it, before or after `start`. In process, a group added after an event
   * was sent may miss it, so services subscribe before the bus starts.
   */
  subscribe(subscription: Subscription): SubscriptionHandle;
  /** Starts delivery. Events sent before wait until then. */
  start(): Promise<void>;
  /**
   * Stops the consumers. Batches in progress are finished, the rest is redelivered after a start. A `send` that is not
   * settled by then rejects.
   */
  stop(): Promise<void>;
}

export interface SubscriptionHandle {
  /** Takes no further batches until resumed. Waiting events stay. */
  pause(): Promise<void>;
  resume(): void;
  /** Finishes the current batch and leaves the group. Waiting events go to other or later members. */
  close(): Promise<void>;
  /** Number of events that wait or are being handled. */
  lag(): number;
  /**
   * When the bus last detected the loss of acknowledged events, or null if never. Absent if the bus stores no events
   * itself.
   */
  logLostAt?(): Date | null;
}

export type EventFacts = Pick<OutgoingEvent, 'topic' | 'key' | 'id' | 'source' | 'time'> & {
  readonly data: object;
};

/** Creates an event for an outbox: its data as JSON, and the active trace. */
export function makeOutgoingEvent({ data, ...facts }: EventFacts): OutgoingEvent {
  return { ...facts, traceparent: activeTraceparent(), json: JSON.stringify(data), data };
}
