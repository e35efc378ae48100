import type { DataOf, EventType } from '@output-review/contracts';
import type { InProcessBus } from '@output-review/runtime';

/** Collects the data of an event type from now on, in order. */
export function collectData<E extends EventType>(bus: InProcessBus, { topic }: E): DataOf<E>[] {
  const heard: DataOf<E>[] = [];
  bus.subscribe({
    ...{ topic, group: 'test', batchMax: 500 },
    handle: async (batch) =>
      void heard.push(...batch.map(({ json }) => JSON.parse(json) as DataOf<E>)),
  });
  return heard;
}
