import { isOutage } from '../database/is-outage.ts';
import type { Logger } from '../log/logger.ts';
import type { IncomingEvent } from './bus.ts';
import type { DeadLetters, SetAsideReason } from './dead-letters.ts';
import type { Outlast } from './outlast.ts';

export interface RefusedMessage {
  readonly incoming: IncomingEvent;
  readonly reason: SetAsideReason;
  /** What the handler threw. */
  readonly cause: unknown;
}

export interface SetAsideSteps {
  readonly group: string;
  readonly deadLetters: Pick<DeadLetters, 'add'>;
  readonly setAside?: (event: IncomingEvent, reason: SetAsideReason) => Promise<void>;
  readonly outlast: Outlast;
  readonly log: Logger;
}

// It is for a person to read; a message of PostgreSQL may quote a whole row.
const REASON_LENGTH_MAX = 2_000;

/**
 * Writes the dead letter, then does what the service wants done. A message whose dead letter cannot
 * be written, for whatever reason, is tried again for ever: to pass it over would lose it.
 */
export async function setAside(
  { incoming, reason: given, cause }: RefusedMessage,
  { group, deadLetters, setAside: hook, outlast, log }: SetAsideSteps,
): Promise<void> {
  const reason = { ...given, reason: given.reason.slice(0, REASON_LENGTH_MAX) };
  await outlast(
    () => deadLetters.add(group, incoming, reason),
    () => true,
  );
  const { id: eventId, position } = incoming;
  log.error({ eventId, position, code: reason.code, err: cause }, 'message set aside');

  if (!hook) return;
  try {
    await outlast(() => hook(incoming, reason));
  } catch (error) {
    // The wait for an outage was ended: the batch comes again, and with it this message.
    if (isOutage(error)) throw error;
    // The dead letter stands, so a person will see it; all other messages need not wait for that.
    log.error({ eventId, err: error }, 'what follows a message set aside failed');
  }
}
