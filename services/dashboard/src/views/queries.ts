import { queryOptions } from '@tanstack/react-query';

import { type Answer, api, take } from '../api/client.ts';

export type View = Answer<'listViews'>[number];

/** The shared views and the user's own, with counts. Live events refetch them. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) =>
    take(api.GET('/api/views', { params: { query: { counts: true } }, signal })),
});

type Params = Readonly<Record<string, unknown>>;

/** The search params of a page as a canonical query, independent of their order. */
export function queryOf(params: object): string {
  const entries = Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(entries.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}

/** The search params of a view, without those whose target is gone. */
export function paramsOf({ id, query, columns, faults }: View): Params {
  const sound = [...new URLSearchParams(query)].filter(([name]) => faults[name] === undefined);
  return {
    ...Object.fromEntries(sound),
    ...(columns === null ? {} : { columns: columns.join(',') }),
    view: id,
  };
}
