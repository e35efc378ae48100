import type { DataOf, EventType } from '@output-review/contracts';

import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { isTransientError, isStatementTimeout } from '../postgres/transient-errors.ts';
import { retryTransient, type RetryWaits } from '../postgres/retry-transient.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { Bus, Handling, IncomingEvent, PendingEffect, SubscriptionHandle } from './bus.ts';
import type { DeadLetters, DeadLetterReason } from './dead-letters.ts';
import { type ObservedBatch, observeBatches, watchSubscription } from './observe-batches.ts';
import { makeEventDecoder, type ReceivedEvent } from './received-event.ts';

export interface ConsumeOptions<E extends EventType> {
  readonly bus: Bus;
  readonly event: E;
  readonly group: string;
  readonly batchMax: number;
  /** See `Subscription`. */
  readonly batchesAtOnceMax?: number;
  /**
   * Applies a batch, preferably in one statement. Resolves when it is committed or pending. It may get an event more
   * than once and must leave no effects if it throws. For the signal see `Subscription`.
   */
  readonly handle: (batch: readonly ReceivedEvent<DataOf<E>>[], signal: AbortSignal) => Handling;
  /**
   * Does the follow-up that a dead letter requires. It may be called more than once. The data may be anything, so rely
   * only on the key.
   */
  readonly onDeadLetter?: (event: IncomingEvent, reason: DeadLetterReason) => Promise<void>;
  readonly deadLetters: Pick<DeadLetters, 'add'>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  /** The pauses between retries during an outage. */
  readonly waits?: RetryWaits;
}

/** The options that all consumers of a service share. */
export type Consuming = Pick<
  ConsumeOptions<EventType>,
  'bus' | 'group' | 'batchMax' | 'deadLetters' | 'log' | 'clock' | 'telemetry'
>;

/**
 * Consumes the events of one type in one group.
 *
 * - Waits out an outage (see `isTransientError`), however long, without dead-lettering anything. A batch whose
 *   statement takes too long is bisected.
 * - Dead-letters a message that violates its contract, or that makes the handler throw twice, the last time alone.
 *   Then calls `onDeadLetter`. All other messages of the batch are applied.
 * - A stop or a pause ends the wait. The batch is not acknowledged and is redelivered.
 */
export function consumeEvents<E extends EventType>(options: ConsumeOptions<E>): SubscriptionHandle {
  const { bus, event, group, batchMax, batchesAtOnceMax = 1, handle, telemetry, clock } = options;
  const { topic } = event;
  const decode = makeEventDecoder(event);
  const log = options.log.child({ topic, group });
  const observe = observeBatches({ telemetry, topic, group, clock });

  /**
   * Decodes the batch, bisects it if it still fails after retries, and dead-letters messages that fail alone. Returning
   * acknowledges the batch, once the returned effects are committed.
   */
  const handleObserved = async (batch: ObservedBatch, signal: AbortSignal): Promise<Effects> => {
    const effects: Promise<void>[] = [];
    const retry = makeLoggedRetry({ ...options, log, signal });
    const refuse = async ({ incoming, reason, cause }: RefusedMessage) => {
      await deadLetter({ incoming, reason, cause }, { ...options, log, retry });
      batch.deadLettered(incoming, cause);
    };
    const valid: { incoming: IncomingEvent; event: ReceivedEvent<DataOf<E>> }[] = [];
    for (const incoming of batch.events) {
      const decoded = decode(incoming);
      if (decoded.isValid) valid.push({ incoming, event: decoded.event });
      else await refuse({ incoming, reason: { ...decoded.fault, attempts: 0 } });
    }
    await bisectBatch(valid, {
      handle: async (part) => {
        const events = part.map((one) => one.event);
        const effect = await retry(async () => handle(events, signal), isTransientFor(part.length));
        if (!effect) return;
        effects.push(effect.committed);
        // It is awaited after all parts are handled and may fail before.
        effect.committed.catch(() => {});
      },
      signal,
      refuse: ({ incoming }, cause, attempts) => {
        const reason = { code: 'REFUSED', reason: describe(cause), attempts } as const;
        return refuse({ incoming, reason, cause });
      },
    });
    return effects;
  };
  const subscribed = bus.subscribe({
    ...{ topic, group, batchMax, batchesAtOnceMax },
    handle: (batch, signal) => {
      const observed = observe(batch);
      return endObserved(observed, handleObserved(observed, signal));
    },
  });
  watchSubscription(telemetry.metrics, { topic, group, handle: subscribed });
  return subscribed;
}

/** When the pending effects of the parts of a batch are committed. */
type Effects = readonly Promise<void>[];

/** Reports the outcome of the batch once its effects are committed. The next batch is handled meanwhile. */
async function endObserved(
  observed: ObservedBatch,
  handling: Promise<Effects>,
): Promise<PendingEffect | undefined> {
  const broken = (error: unknown): never => {
    observed.broken(error);
    throw error;
  };
  const effects = await handling.catch(broken);
  const committed = Promise.all(effects).then(() => observed.done(), broken);
  if (effects.length > 0) return { committed };
  await committed;
  return undefined;
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** Calls until it succeeds or throws an error that is not transient. */
type Retry = <T>(call: () => Promise<T>, isTransient?: (error: unknown) => boolean) => Promise<T>;

interface RetrySteps extends Pick<ConsumeOptions<EventType>, 'log' | 'clock' | 'waits'> {
  readonly signal: AbortSignal;
}

/** Retries during an outage. Logs each outage twice: at its start and at its end. */
function makeLoggedRetry({ log, clock, waits, signal }: RetrySteps): Retry {
  return async (call, isTransient = isTransientError) => {
    let since: Date | undefined;
    const onOutage = (error: unknown): void => {
      if (!since) log.warn({ err: error }, 'consumer is waiting for an outage to end');
      since ??= clock.now();
    };
    const options = { signal, isTransient, onOutage, ...(waits && { waits }) };
    const result = await retryTransient(call, options);
    if (since) {
      log.info({ waitedMs: clock.now().getTime() - since.getTime() }, 'consumer resumed');
    }
    return result;
  };
}

// The first timeout may be a lock or a busy server. A second one in a row means that the batch is too large.
const STATEMENT_TIMEOUTS_MAX = 2;

/**
 * Creates a function that decides for each failure of a batch whether to wait and retry it unchanged. It waits out
 * outages. It does not retry a statement that repeatedly times out, as long as the batch can be bisected. A single
 * event is retried: it is not at fault.
 */
function isTransientFor(events: number): (error: unknown) => boolean {
  let inARow = 0;
  return (error) => {
    inARow = isStatementTimeout(error) ? inARow + 1 : 0;
    if (events > 1 && inARow >= STATEMENT_TIMEOUTS_MAX) return false;
    return isTransientError(error);
  };
}

interface BisectSteps<T> {
  readonly handle: (part: readonly T[]) => Promise<void>;
  /** Once it is aborted, no event is at fault: errors are rethrown. */
  readonly signal: AbortSignal;
  /** Takes an event that `handle` rejects even alone, and its number of attempts. */
  readonly refuse: (event: T, error: unknown, attempts: number) => Promise<void>;
}

/**
 * Handles a batch. Bisects a failing batch until the bad event is alone, which takes some twenty calls for one bad
 * event among 500. Keeps the order of the events.
 */
async function bisectBatch<T>(
  batch: readonly T[],
  steps: BisectSteps<T>,
  attempt = 1,
): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  try {
    await steps.handle(batch);
  } catch (error) {
    if (steps.signal.aborted) throw error;
    // A single failure may be an unknown kind of outage, so no event is dead-lettered at its first attempt.
    if (batch.length === 1 && attempt > 1) {
      await steps.refuse(first, error, attempt);
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    await bisectBatch(batch.slice(0, middle), steps, attempt + 1);
    await bisectBatch(batch.slice(middle), steps, attempt + 1);
  }
}

interface RefusedMessage {
  readonly incoming: IncomingEvent;
  readonly reason: DeadLetterReason;
  /** The error of the handler. */
  readonly cause?: unknown;
}

interface DeadLetterSteps extends Pick<
  ConsumeOptions<EventType>,
  'group' | 'deadLetters' | 'onDeadLetter' | 'log'
> {
  readonly retry: Retry;
}

// For people to read. A PostgreSQL message may quote a whole row.
const REASON_LENGTH_MAX = 2_000;

/**
 * Writes the dead letter, then runs the follow-up. If writing the dead letter fails for any reason, it is retried
 * forever, because skipping the message would lose it.
 */
async function deadLetter(
  { incoming, reason: given, cause }: RefusedMessage,
  { group, deadLetters, onDeadLetter: hook, retry, log }: DeadLetterSteps,
): Promise<void> {
  const reason = { ...given, reason: given.reason.slice(0, REASON_LENGTH_MAX) };
  await retry(
    () => deadLetters.add(group, incoming, reason),
    () => true,
  );
  const { id: eventId, position } = incoming;
  log.error({ eventId, position, code: reason.code, err: cause }, 'message moved to dead letters');

  if (!hook) return;
  try {
    await retry(() => hook(incoming, reason));
  } catch (error) {
    // The wait for an outage was aborted: the batch is redelivered with this message.
    if (isTransientError(error)) throw error;
    // The dead letter is stored, so a person will see it. The other messages need not wait.
    log.error({ eventId, err: error }, 'follow-up of a dead letter failed');
  }
}
