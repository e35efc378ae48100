/** A message that was set aside, as far as a replay needs it. */
export interface SetAsideMessage {
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly json: string;
}

interface Deps {
  /** Null where there is none with this id that was not replayed. */
  readonly find: (id: string) => Promise<SetAsideMessage | null>;
  readonly markReplayed: (id: string) => Promise<void>;
  /** How a message is handled again, by its topic. */
  readonly handlers: Readonly<Record<string, (message: SetAsideMessage) => Promise<void>>>;
}

export interface ReplayResult {
  readonly replayed: string[];
  readonly failed: { readonly id: string; readonly reason: string }[];
}

/** Handles each again by itself. It is marked after that, so a crash between repeats it. */
export const makeReplayDeadLetters =
  ({ find, markReplayed, handlers }: Deps) =>
  async (ids: readonly string[]): Promise<ReplayResult> => {
    const replay = async (id: string): Promise<void> => {
      const message = await find(id);
      if (!message) throw new Error('There is no such message that was not replayed.');
      const handle = handlers[message.topic];
      if (!handle) throw new Error(`Nothing here handles ${message.topic}.`);
      await handle(message);
      await markReplayed(id);
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
