import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { api, take } from '../../api/client.ts';
import type { Found } from '../../outputs/queries.ts';
import type { SearchParams } from '../../outputs/search-params.ts';
import { type ColumnId, COLUMNS } from './columns.tsx';
import { toQuery } from './search.ts';

// The maximum of one response. The newest outputs are matched against the rows shown.
const PAGE_SIZE = 100;

/**
 * The outputs of a view, loaded page by page. New outputs are counted but not inserted. Shown rows are updated in
 * place.
 */
export function useFoundOutputs(params: SearchParams, columns: readonly ColumnId[]) {
  const query = toQuery(params);
  const fields = fieldsOf(columns);
  const load = (signal: AbortSignal, cursor?: string): Promise<Found> => {
    const page = { ...query, fields, limit: PAGE_SIZE, ...(cursor && { cursor }) };
    return take(api.GET('/api/logs', { signal, params: { query: page } }));
  };
  const list = useInfiniteQuery({
    // Not under 'outputs', because events would reload the pages, and rows would move under the pointer.
    queryKey: ['found-outputs', query, fields],
    queryFn: ({ signal, pageParam }) => load(signal, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    meta: { staysStill: true },
    // Returning to the page loads the current outputs.
    gcTime: 0,
  });
  const head = useQuery({
    queryKey: ['outputs', 'head', query, fields],
    queryFn: ({ signal }) => load(signal),
    enabled: list.isSuccess && !list.isPlaceholderData,
  });
  const outputs = useMemo(() => {
    const fresh = new Map(head.data?.executions.map((output) => [output.id, output]));
    const shown = list.data?.pages.flatMap(({ executions }) => executions) ?? [];
    return shown.map((output) => fresh.get(output.id) ?? output);
  }, [list.data, head.data]);
  const arrived = list.isPlaceholderData
    ? 0
    : countArrived({ params, shown: list.data?.pages, head: head.data });
  return { list, outputs, arrived, latest: head.data ?? list.data?.pages[0] };
}

function fieldsOf(columns: readonly ColumnId[]): string {
  const needed = new Set<string>(['id', 'projectName', 'timestamp']);
  for (const id of columns) for (const field of COLUMNS[id].needs ?? [id]) needed.add(field);
  return [...needed].sort().join(',');
}

interface Arrival {
  readonly params: SearchParams;
  readonly shown: readonly Found[] | undefined;
  readonly head: Found | undefined;
}

/** How many new outputs are not shown: by ID in the default order, by the totals in any other. */
function countArrived({ params, shown, head }: Arrival): number {
  const first = shown?.[0];
  if (!first || !head) return 0;
  const isNewestFirst = (params.sortBy ?? 'timestamp') === 'timestamp' && params.sortDir !== 'asc';
  if (!isNewestFirst) return Math.max(0, head.total - first.total);
  const known = new Set(shown.flatMap(({ executions }) => executions).map(({ id }) => id));
  const firstKnown = head.executions.findIndex(({ id }) => known.has(id));
  return firstKnown === -1 ? head.executions.length : firstKnown;
}
