import type { Bus } from '../messaging/bus.ts';

/** The bus for a process that cannot send to it. */
export function busAway(bus: Bus): Bus {
  return {
    send: () => Promise.reject(new Error('away')),
    subscribe: (subscription) => bus.subscribe(subscription),
    start: async () => {},
    stop: async () => {},
  };
}
