import type { DeadLetters } from './dead-letters.ts';

/** A message that was set aside, as far as a replay needs it. */
export interface SetAsideMessage {
  /** Of the letter. */
  readonly id: string;
  /** The same on every repeat of the event. */
  readonly eventId: string;
  readonly topic: string;
  readonly key: string;
  readonly json: string;
}

export interface ReplayResult {
  readonly replayed: string[];
  readonly failed: { readonly id: string; readonly reason: string }[];
}

export interface ReplayDeadLettersDeps {
  readonly deadLetters: Pick<DeadLetters, 'findOpen' | 'take'>;
  /** How a message is handled again, by its topic. */
  readonly handlers: Readonly<Record<string, (message: SetAsideMessage) => Promise<void>>>;
}

/**
 * Handles messages again, each by itself; one that fails again stays and says why. It is marked
 * after that, so a crash between repeats it.
 */
export const makeReplayDeadLetters =
  ({ deadLetters, handlers }: ReplayDeadLettersDeps) =>
  async (ids: readonly string[]): Promise<ReplayResult> => {
    const replay = async (id: string): Promise<void> => {
      const message = await findOpen(deadLetters, id);
      if (!message) throw new Error('There is no such message that was not replayed.');
      const handle = handlers[message.topic];
      if (!handle) throw new Error(`Nothing here handles ${message.topic}.`);
      await handle(message);
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
  };

async function findOpen(
  deadLetters: Pick<DeadLetters, 'findOpen'>,
  id: string,
): Promise<SetAsideMessage | null> {
  if (!/^\d{1,18}$/.test(id)) return null;
  const letter = await deadLetters.findOpen(id);
  if (!letter) return null;
  const { id: eventId, topic, key, json } = letter.event;
  return { id, eventId, topic, key, json };
}
