import { expect } from '@jest/globals';

import type { IncomingEvent } from '../../src/messaging/bus.ts';

/** Records each event once, in the order of its first effect. */
export function recorder() {
  const events = new Map<string, IncomingEvent>();
  const of = (sent: readonly { id: string }[]): IncomingEvent[] => {
    const ids = new Set(sent.map(({ id }) => id));
    return [...events.values()].filter(({ id }) => ids.has(id));
  };
  return {
    of,
    handle: async (batch: readonly IncomingEvent[], _: AbortSignal): Promise<void> => {
      for (const event of batch) if (!events.has(event.id)) events.set(event.id, event);
    },
    /** Returns all of them, or fails an assertion. */
    expectOf: (sent: readonly { id: string }[]): IncomingEvent[] => {
      const got = of(sent);
      expect(got).toHaveLength(sent.length);
      return got;
    },
  };
}
