import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api, take } from '../../api/client.ts';
import { queueStateQuery } from '../../api/queries.ts';
import type { Group } from './search.ts';
import type { Interval, TimeRange } from './time-range.ts';

// Statistics are updated about a second after the events, so a query that ran too early is repeated.
const ASK_AGAIN_MS = 10_000;

/** Statistics of a range, per interval or in total (`range`). */
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

/** The number of waiting outputs and the age of the oldest. Its key makes live events refetch it. */
export const waitingQuery = queryOptions({
  ...queueStateQuery,
  queryKey: ['outputs', 'stats', 'waiting'],
  refetchInterval: ASK_AGAIN_MS,
});
