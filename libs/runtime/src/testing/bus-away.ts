import type { Bus } from '../messaging/bus.ts';

/** Wraps a bus so that sending fails. */
export function busAway(bus: Bus): Bus {
  return {
    send: () => Promise.reject(new Error('away')),
    subscribe: (subscription) => bus.subscribe(subscription),
    start: async () => {},
    stop: async () => {},
  };
}
