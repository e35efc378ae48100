import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api, take } from '../../api/client.ts';
import { queueStateQuery } from '../../api/queries.ts';
import type { Group } from './search.ts';
import type { Interval, TimeRange } from './time-range.ts';

// What happened is counted within a second or so, events tell of it at once: who asked too early asks again.
const ASK_AGAIN_MS = 10_000;

/** Counts of a range, in its intervals or (`range`) as one. */
export const statisticsQuery = (
  range: TimeRange,
  interval: Interval | 'range',
  groupBy: Group | null = null,
) => {
  const span = { from: range.from.toISOString(), to: range.to.toISOString() };
  const query = { ...span, interval, ...(groupBy && { groupBy }) };
  return queryOptions({
    queryKey: ['outputs', 'stats', query],
    queryFn: async ({ signal }) =>
      (await take(api.GET('/api/stats', { signal, params: { query } }))).series,
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN_MS,
  });
};

/** How many wait for a decision, and since when the oldest does. Under this key events have it asked anew. */
export const waitingQuery = queryOptions({
  ...queueStateQuery,
  queryKey: ['outputs', 'stats', 'waiting'],
  refetchInterval: ASK_AGAIN_MS,
});
