import type { DeadLetterTopic, Topic } from '@output-review/contracts';

import { activeTraceparent } from '../base/traceparent.ts';

/** An event on its way out. CloudEvents attributes travel beside the data. */
export interface OutgoingEvent {
  readonly topic: Topic | DeadLetterTopic;
  /** Events with one key stay in order within a topic. */
  readonly key: string;
  /** The CloudEvents id: the same on every repeat, so that readers can tell. */
  readonly id: string;
  /** The service that publishes. */
  readonly source: string;
  /** When it happened, ISO 8601. */
  readonly time: string;
  /** W3C trace context, if there is one. */
  readonly traceparent: string | null;
  /** The data as JSON text, exactly as it was stored. */
  readonly json: string;
  /** What stands beside the attributes, where the bus carries headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The same data decoded, where the sender has it at hand; spares an in-process reader the parse. */
  readonly data?: unknown;
}

/** An event as a consumer gets it, its data not yet validated. */
export interface IncomingEvent {
  readonly topic: Topic;
  readonly key: string;
  readonly id: string;
  readonly source: string;
  readonly time: string;
  readonly traceparent: string | null;
  /** The data as JSON text; what a dead letter keeps. */
  readonly json: string;
  /** The data decoded; absent where the bus carries bytes. */
  readonly data?: unknown;
  /** Where it stood, for people: `partition 3, offset 1042`. */
  readonly position: string;
}

/** What a handler gives whose effect is on its way: the next batch may be handled meanwhile. */
export interface PendingEffect {
  /** Resolves when the effect is committed; a rejection counts as one of the handler. */
  readonly committed: Promise<void>;
}

/** Resolves when the effect of a batch is committed, or on its way. */
export type Handling = Promise<void> | Promise<PendingEffect | undefined>;

export interface Subscription {
  readonly topic: Topic;
  /** The consumer group: each group gets every event, one member of it each. */
  readonly group: string;
  /** At most so many events at once. */
  readonly batchMax: number;
  /**
   * How many batches are handled at once while there is a backlog, none with a key of another; one by
   * default. They are acknowledged in their order: what is behind one that fails comes again with it.
   */
  readonly batchesAtOnceMax?: number;
  /**
   * Handles a batch. A rejection means that nothing of it is acknowledged and all of it comes again. The signal is
   * aborted when the batch is all that a pause or a stop waits for: a handler, or an effect, that waits for something
   * gives up then.
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
   * Sends a batch. Resolves when the events no longer need their outbox rows: in Kafka when all
   * in-sync replicas have them, in process when every subscribed group has committed its effect.
   * Rejects when they may not have arrived; the whole batch is then sent again.
   */
  send(events: readonly OutgoingEvent[]): Promise<void>;
  /**
   * Adds a consumer group, or one more member to it; before or after `start`. A group that comes after
   * an event was sent may miss it in process, so services subscribe before the bus is started.
   */
  subscribe(subscription: Subscription): SubscriptionHandle;
  /** Begins to deliver. What was sent before waits until then. */
  start(): Promise<void>;
  /**
   * Stops the consumers: what is being handled is finished, the rest comes again after a start. A
   * `send` that is not settled by then rejects.
   */
  stop(): Promise<void>;
}

export interface SubscriptionHandle {
  /** Takes no further batches until resumed; what waits stays. */
  pause(): Promise<void>;
  resume(): void;
  /** Finishes the batch in hand and leaves the group for good; what waits is for the other members, or for the next. */
  close(): Promise<void>;
  /** Events that wait or are being handled. */
  lag(): number;
  /**
   * When it was last found that events are lost which had been acknowledged, null if never. Absent where the bus
   * keeps none itself.
   */
  logLostAt?(): Date | null;
}

export type EventFacts = Pick<OutgoingEvent, 'topic' | 'key' | 'id' | 'source' | 'time'> & {
  readonly data: object;
};

/** An event as an outbox takes it: its data as JSON beside them, and the trace that is active now. */
export function makeOutgoingEvent({ data, ...facts }: EventFacts): OutgoingEvent {
  return { ...facts, traceparent: activeTraceparent(), json: JSON.stringify(data), data };
}
