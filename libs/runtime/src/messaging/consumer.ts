import type { DataOf, EventType, Topic } from '@output-review/contracts';

import type { RetryWaits } from '../postgres/retry-transient.ts';
import type { Handling, IncomingEvent, SubscriptionHandle } from './bus.ts';
import { consumeEvents, type Consuming } from './consume-events.ts';
import type { DeadLetterReason } from './dead-letters.ts';
import { makeEventDecoder, type ReceivedEvent } from './received-event.ts';

/** The parts of a dead letter that a replay needs. */
export interface DeadLetterMessage extends Pick<
  IncomingEvent,
  'key' | 'time' | 'traceparent' | 'json'
> {
  /** ID of the dead letter. */
  readonly id: string;
  /** The same on every redelivery of the event. */
  readonly eventId: string;
  readonly topic: string;
}

/** The identity for calls to other services during a replay. */
export interface ReplayCaller {
  readonly assertion: string;
  readonly requestId: string;
}

export interface ConsumerOptions<E extends EventType, C> {
  /** See `consumeEvents`. */
  readonly handle: (
    ctx: C,
    batch: readonly ReceivedEvent<DataOf<E>>[],
    signal: AbortSignal,
  ) => Handling;
  /** Does the follow-up that a dead letter requires. The data may be anything. */
  readonly onDeadLetter?: (ctx: C, event: IncomingEvent, reason: DeadLetterReason) => Promise<void>;
  /** Handles a dead letter again, if `handle` does not fit. Its text may be anything. */
  readonly replay?: (ctx: C, message: DeadLetterMessage, caller: ReplayCaller) => Promise<void>;
  /** Maximum number of events in a batch, if different from the service's default. */
  readonly batchMax?: number;
  /** Maximum number of concurrent batches. Defaults to one. */
  readonly batchesAtOnceMax?: number;
  /** The pauses between retries during an outage, if the runtime's are too short. */
  readonly waits?: RetryWaits;
}

/** Consumes the events of one topic in a service whose handlers take the context `C`. */
export interface Consumer<C> {
  readonly topic: Topic;
  subscribe(ctx: C, consuming: Consuming): SubscriptionHandle;
  /** @throws Error with the reason, including a message that still violates its contract. */
  replay(ctx: C, message: DeadLetterMessage, caller: ReplayCaller): Promise<void>;
}

/** Creates the consumer of one event type. */
export function makeConsumer<E extends EventType, C>(
  event: E,
  { handle, onDeadLetter, replay, ...rest }: ConsumerOptions<E, C>,
): Consumer<C> {
  const decode = makeEventDecoder(event);
  return {
    topic: event.topic,
    subscribe: (ctx, consuming) =>
      consumeEvents({
        ...consuming,
        ...rest,
        event,
        handle: (batch, signal) => handle(ctx, batch, signal),
        ...(onDeadLetter && {
          onDeadLetter: (incoming, reason) => onDeadLetter(ctx, incoming, reason),
        }),
      }),
    replay:
      replay ??
      (async (ctx, message) => {
        const decoded = decode({ ...message, id: message.eventId });
        if (!decoded.isValid) throw new Error(decoded.fault.reason);
        const effect = await handle(ctx, [decoded.event], new AbortController().signal);
        if (effect) await effect.committed;
      }),
  };
}

/**
 * Returns the item with the highest version for each key (the first of equal ones), sorted by key. A statement may
 * touch each row only once, and consumers that lock rows in the same order cannot deadlock.
 */
export function newestInKeyOrder<T extends { readonly version: number }>(
  items: readonly T[],
  keyOf: (item: T) => string,
): T[] {
  const newest = new Map<string, T>();
  for (const item of items) {
    const key = keyOf(item);
    const held = newest.get(key);
    if (!held || held.version < item.version) newest.set(key, item);
  }
  return [...newest.keys()].sort().flatMap((key) => newest.get(key) ?? []);
}
