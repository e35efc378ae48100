import type { DeadLetters } from '@output-review/runtime';

import type { SetAsideMessages } from '../../use-cases/dead-letters/replay-dead-letters.ts';

/** The dead letters of this service, one at a time. */
export function makeSetAsideMessages(deadLetters: DeadLetters): SetAsideMessages {
  return {
    find: async (id) => {
      if (!/^\d{1,18}$/.test(id)) return null;
      const before = String(BigInt(id) - 1n);
      const [letter] = await deadLetters.list({ afterId: before, limit: 1 });
      if (letter?.id !== id) return null;
      const { topic, key, json } = letter.event;
      return { id, topic, key, json };
    },
    markReplayed: async (id) => {
      await deadLetters.take([id]);
    },
  };
}
