import type { DataOf, EventType } from '@output-review/contracts';

import type { Clock } from '../clock/clock.ts';
import type { RetryWaits } from '../database/retry-outages.ts';
import type { Logger } from '../log/logger.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { Bus, IncomingEvent, SubscriptionHandle } from './bus.ts';
import type { DeadLetters, SetAsideReason } from './dead-letters.ts';
import { handleHalving } from './handle-halving.ts';
import { isPassingFor } from './is-passing-for.ts';
import { type ObservedBatch, observeBatches, watchLag } from './observe-batches.ts';
import { makeOutlast } from './outlast.ts';
import { makeEventDecoder, type ReceivedEvent } from './received-event.ts';
import { setAside } from './set-aside.ts';

export interface ConsumeOptions<E extends EventType> {
  readonly bus: Bus;
  readonly event: E;
  readonly group: string;
  readonly batchMax: number;
  /**
   * Applies a batch, best in one statement; resolves when it is committed. It may get an event more
   * than once, and must leave nothing behind when it throws.
   */
  readonly handle: (batch: readonly ReceivedEvent<DataOf<E>>[]) => Promise<void>;
  /**
   * Does what must not stay undone for a message that was set aside; it may be called more than once.
   * The data may be anything, so only the key counts.
   */
  readonly setAside?: (event: IncomingEvent, reason: SetAsideReason) => Promise<void>;
  readonly deadLetters: Pick<DeadLetters, 'add'>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly telemetry?: Telemetry;
  /** The pauses between tries while an outage lasts. */
  readonly waits?: RetryWaits;
}

/** What all consumers of a service have in common. */
export type Consuming = Pick<
  ConsumeOptions<EventType>,
  'bus' | 'group' | 'batchMax' | 'deadLetters' | 'log' | 'clock' | 'telemetry'
>;

/**
 * Consumes the events of one type in one group.
 *
 * - An outage (see `isOutage`) is waited for, however long: nothing is set aside for it. A batch whose
 *   statement takes too long is handled in halves.
 * - A message that is not what the contract says, or that alone makes the handler throw, goes to the
 *   dead letters, then to `setAside`; all others of its batch are applied.
 * - A stop or a pause ends the wait. The batch was not acknowledged and comes again.
 */
export function consumeEvents<E extends EventType>(options: ConsumeOptions<E>): SubscriptionHandle {
  const { bus, event, group, batchMax, handle, telemetry, clock } = options;
  const { topic } = event;
  const decode = makeEventDecoder(event);
  const log = options.log.child({ topic, group });
  const observe = observeBatches({ telemetry, topic, group, clock });

  const handleObserved = async (batch: ObservedBatch, signal: AbortSignal): Promise<void> => {
    const outlast = makeOutlast({ ...options, log, signal });
    const refuse = async (incoming: IncomingEvent, reason: SetAsideReason, cause?: unknown) => {
      await setAside({ incoming, reason, cause }, { ...options, log, outlast });
      batch.setAside(incoming, cause);
    };
    const valid: { incoming: IncomingEvent; event: ReceivedEvent<DataOf<E>> }[] = [];
    for (const incoming of batch.events) {
      const decoded = decode(incoming);
      if (decoded.isValid) valid.push({ incoming, event: decoded.event });
      else await refuse(incoming, { ...decoded.fault, attempts: 0 });
    }
    await handleHalving(valid, {
      handle: (part) =>
        outlast(() => handle(part.map((one) => one.event)), isPassingFor(part.length)),
      isFault: () => !signal.aborted,
      refuse: ({ incoming }, error, attempts) =>
        refuse(incoming, { code: 'REFUSED', reason: describe(error), attempts }, error),
    });
  };
  const subscribed = bus.subscribe({
    ...{ topic, group, batchMax },
    handle: async (batch, signal) => {
      const observed = observe(batch);
      try {
        await handleObserved(observed, signal);
        observed.done();
      } catch (error) {
        observed.broken(error);
        throw error;
      }
    },
  });
  if (telemetry) watchLag(telemetry.metrics, { topic, group, handle: subscribed });
  return subscribed;
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
