import type { DataOf, EventType, Topic } from '@output-review/contracts';

import type { RetryWaits } from '../postgres/retry-transient.ts';
import type { Handling, IncomingEvent, SubscriptionHandle } from './bus.ts';
import { consumeEvents, type Consuming } from './consume-events.ts';
import type { DeadLetterReason } from './dead-letters.ts';
import { makeMessageReader, type ReceivedEvent } from './received-event.ts';
import type { ReplayCaller, DeadLetterMessage } from './replay-dead-letters.ts';

export interface ConsumerOptions<E extends EventType, C> {
  /** As in `consumeEvents`. */
  readonly handle: (
    ctx: C,
    batch: readonly ReceivedEvent<DataOf<E>>[],
    signal: AbortSignal,
  ) => Handling;
  /** Does what must not stay undone for a message that became a dead letter. The data may be anything. */
  readonly onDeadLetter?: (ctx: C, event: IncomingEvent, reason: DeadLetterReason) => Promise<void>;
  /** Handles a dead letter again where that is not what `handle` does. Its text may be anything. */
  readonly replay?: (ctx: C, message: DeadLetterMessage, caller: ReplayCaller) => Promise<void>;
  /** How many events it gets at once, where that is not what the service says. */
  readonly batchMax?: number;
  /** How many batches it gets at once; one by default. */
  readonly batchesAtOnceMax?: number;
  /** The pauses between tries while an outage lasts, where those of the runtime are too short. */
  readonly waits?: RetryWaits;
}

/** What a service whose handlers take the context `C` does with the events of one topic. */
export interface Consumer<C> {
  readonly topic: Topic;
  subscribe(ctx: C, consuming: Consuming): SubscriptionHandle;
  /** @throws Error that says why, also where a message still is not what the contract says. */
  replay(ctx: C, message: DeadLetterMessage, caller: ReplayCaller): Promise<void>;
}

/** Consumes the events of one type. */
export function makeConsumer<E extends EventType, C>(
  event: E,
  { handle, onDeadLetter, replay, ...rest }: ConsumerOptions<E, C>,
): Consumer<C> {
  const read = makeMessageReader(event);
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
        const { eventId: id, key, time, traceparent } = message;
        const data = read(message);
        const batch = [{ id, key, time: new Date(time), traceparent, data }];
        const effect = await handle(ctx, batch, new AbortController().signal);
        if (effect) await effect.committed;
      }),
  };
}
