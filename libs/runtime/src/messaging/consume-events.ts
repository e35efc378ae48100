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
  /** As of `Subscription`. */
  readonly batchesAtOnceMax?: number;
  /**
   * Applies a batch, best in one statement; resolves when it is committed, or on its way. It may get an
   * event more than once, and must leave nothing behind when it throws. The signal is as of `Subscription`.
   */
  readonly handle: (batch: readonly ReceivedEvent<DataOf<E>>[], signal: AbortSignal) => Handling;
  /**
   * Does what must not stay undone for a message that was set aside; it may be called more than once.
   * The data may be anything, so only the key counts.
   */
  readonly onDeadLetter?: (event: IncomingEvent, reason: DeadLetterReason) => Promise<void>;
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
 * - An outage (see `isTransientError`) is waited for, however long: nothing is set aside for it. A batch whose
 *   statement takes too long is handled in halves.
 * - A message that is not what the contract says, or that makes the handler throw twice, at last alone, goes to the
 *   dead letters, then to `onDeadLetter`; all others of its batch are applied.
 * - A stop or a pause ends the wait. The batch was not acknowledged and comes again.
 */
export function consumeEvents<E extends EventType>(options: ConsumeOptions<E>): SubscriptionHandle {
  const { bus, event, group, batchMax, batchesAtOnceMax = 1, handle, telemetry, clock } = options;
  const { topic } = event;
  const decode = makeEventDecoder(event);
  const log = options.log.child({ topic, group });
  const observe = observeBatches({ telemetry, topic, group, clock });

  /**
   * Decode; bisect what fails after its retries; dead-letter what fails alone. Who returns acknowledges, once the
   * effects that are returned are committed.
   */
  const handleObserved = async (batch: ObservedBatch, signal: AbortSignal): Promise<Effects> => {
    const effects = new Effects();
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
        if (effect) effects.add(effect);
      },
      isFault: () => !signal.aborted,
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
  if (telemetry) watchSubscription(telemetry.metrics, { topic, group, handle: subscribed });
  return subscribed;
}

/** What parts of a batch have on its way. */
class Effects {
  readonly #committed: Promise<void>[] = [];

  get isEmpty(): boolean {
    return this.#committed.length === 0;
  }

  add({ committed }: PendingEffect): void {
    this.#committed.push(committed);
    // It is waited for once all parts are handled, and may fail before.
    committed.catch(() => {});
  }

  async committed(): Promise<void> {
    await Promise.all(this.#committed);
  }
}

/** Tells how the batch ended once its effects are committed, and has the next one handled meanwhile. */
async function endObserved(
  observed: ObservedBatch,
  handling: Promise<Effects>,
): Promise<PendingEffect | undefined> {
  const broken = (error: unknown): never => {
    observed.broken(error);
    throw error;
  };
  const effects = await handling.catch(broken);
  const committed = effects.committed().then(() => observed.done(), broken);
  if (!effects.isEmpty) return { committed };
  await committed;
  return undefined;
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** Calls until it works or throws what waiting does not mend. */
type Retry = <T>(call: () => Promise<T>, isTransient?: (error: unknown) => boolean) => Promise<T>;

interface RetrySteps extends Pick<ConsumeOptions<EventType>, 'log' | 'clock' | 'waits'> {
  readonly signal: AbortSignal;
}

/** Retries while an outage lasts, and logs each outage twice: when it begins and when it is over. */
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

// The first may be a lock or a busy server. The same batch a second time in a row is too much work.
const STATEMENT_TIMEOUTS_MAX = 2;

/**
 * Makes the verdict on the failures of one batch, told of each in turn: whether to wait and hand in the
 * same batch again. An outage is waited for; a statement that keeps being given up for its length is
 * not, as long as there is something to halve. An event that is alone is waited for: it has no fault.
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
  /** Whether what `handle` threw tells of the events; if not, it is thrown on. */
  readonly isFault: (error: unknown) => boolean;
  /** Takes an event that `handle` refuses even alone, and how often it had it. */
  readonly refuse: (event: T, error: unknown, attempts: number) => Promise<void>;
}

/**
 * Handles a batch; one that fails is halved until the bad event stands alone, which for one bad among
 * 500 takes some twenty calls. The order of the events stays.
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
    if (!steps.isFault(error)) throw error;
    // What broke once may have been an outage that nobody has a name for: no event is refused at its first try.
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
  /** What the handler threw. */
  readonly cause?: unknown;
}

interface DeadLetterSteps extends Pick<
  ConsumeOptions<EventType>,
  'group' | 'deadLetters' | 'onDeadLetter' | 'log'
> {
  readonly retry: Retry;
}

// It is for a person to read; a message of PostgreSQL may quote a whole row.
const REASON_LENGTH_MAX = 2_000;

/**
 * Writes the dead letter, then does what the service wants done. A message whose dead letter cannot
 * be written, for whatever reason, is tried again for ever: to pass it over would lose it.
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
    // The wait for an outage was ended: the batch comes again, and with it this message.
    if (isTransientError(error)) throw error;
    // The dead letter stands, so a person will see it; all other messages need not wait for that.
    log.error({ eventId, err: error }, 'follow-up of a dead letter failed');
  }
}
