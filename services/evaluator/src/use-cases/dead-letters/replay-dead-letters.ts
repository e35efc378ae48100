import type { OutputRef } from '../evaluations/evaluation-store.ts';

/** A message that was set aside, as far as a replay needs it. */
export interface SetAsideMessage {
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly json: string;
}

export interface SetAsideMessages {
  /** Null where there is none with this id that was not replayed. */
  find(id: string): Promise<SetAsideMessage | null>;
  markReplayed(id: string): Promise<void>;
}

/** Asks review for new runs of outputs, in the name of the caller; answers how many it started. */
export type RequestRuns = (outputs: readonly OutputRef[]) => Promise<number>;

/** How a message is handled again, by its topic. */
export type ReplayHandlers = Readonly<
  Record<string, (message: SetAsideMessage, requestRuns: RequestRuns) => Promise<void>>
>;

export interface ReplayResult {
  readonly replayed: string[];
  readonly failed: { readonly id: string; readonly reason: string }[];
}

export const makeReplayDeadLetters =
  ({
    messages,
    handlers,
  }: {
    readonly messages: SetAsideMessages;
    readonly handlers: ReplayHandlers;
  }) =>
  /** Handles each again by itself. It is marked after that, so a crash between repeats it. */
  async (ids: readonly string[], requestRuns: RequestRuns): Promise<ReplayResult> => {
    const result: ReplayResult = { replayed: [], failed: [] };
    for (const id of new Set(ids)) {
      try {
        await replay(id, requestRuns);
        result.replayed.push(id);
      } catch (error) {
        result.failed.push({ id, reason: error instanceof Error ? error.message : String(error) });
      }
    }
    return result;

    async function replay(id: string, ask: RequestRuns): Promise<void> {
      const message = await messages.find(id);
      if (!message) throw new Error('There is no such message that was not replayed.');
      const handle = handlers[message.topic];
      if (!handle) throw new Error(`Nothing here handles ${message.topic}.`);
      await handle(message, ask);
      await messages.markReplayed(id);
    }
  };
