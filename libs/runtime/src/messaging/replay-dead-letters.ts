import type { DeadLetters } from './dead-letters.ts';

/** The parts of a dead letter that a replay needs. */
export interface DeadLetterMessage {
  /** ID of the dead letter. */
  readonly id: string;
  /** The same on every redelivery of the event. */
  readonly eventId: string;
  readonly topic: string;
  readonly key: string;
  /** ISO 8601. */
  readonly time: string;
  readonly traceparent: string | null;
  readonly json: string;
}

/** The identity for calls to other services during a replay. */
export interface ReplayCaller {
  readonly assertion: string;
  readonly requestId: string;
}

export interface ReplayResult {
  readonly replayed: string[];
  readonly failed: { readonly id: string; readonly reason: string }[];
}

/**
 * Handles dead letters again, one by one. A letter that fails again stays, with its reason. It is marked after it
 * succeeds, so a crash in between repeats it.
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
