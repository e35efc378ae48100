import type { DeadLetters } from './dead-letters.ts';

/** A message that was set aside, as far as a replay needs it. */
export interface DeadLetterMessage {
  /** Of the letter. */
  readonly id: string;
  /** The same on every repeat of the event. */
  readonly eventId: string;
  readonly topic: string;
  readonly key: string;
  /** ISO 8601. */
  readonly time: string;
  readonly traceparent: string | null;
  readonly json: string;
}

/** In whose name other services are asked for a replay. */
export interface ReplayCaller {
  readonly assertion: string;
  readonly requestId: string;
}

export interface ReplayResult {
  readonly replayed: string[];
  readonly failed: { readonly id: string; readonly reason: string }[];
}

/**
 * Handles messages again, each by itself; one that fails again stays and says why. It is marked
 * after that, so a crash between repeats it.
 */
export async function replayDeadLetters(
  deadLetters: Pick<DeadLetters, 'findOpen' | 'take'>,
  ids: readonly string[],
  handle: (message: DeadLetterMessage) => Promise<void>,
): Promise<ReplayResult> {
  const replay = async (id: string): Promise<void> => {
    const letter = /^\d{1,18}$/.test(id) ? await deadLetters.findOpen(id) : null;
    if (!letter) throw new Error('There is no open dead letter with this ID.');
    const { id: eventId, topic, key, time, traceparent, json } = letter.event;
    await handle({ id, eventId, topic, key, time, traceparent, json });
    await deadLetters.take([id]);
  };
  const result: ReplayResult = { replayed: [], failed: [] };
  for (const id of new Set(ids)) {
    try {
      await replay(id);
      result.replayed.push(id);
    } catch (error) {
      result.failed.push({ id, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return result;
}
