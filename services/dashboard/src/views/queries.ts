import { queryOptions } from '@tanstack/react-query';

import { type Answer, api, take } from '../api/client.ts';

export type View = Answer<'listViews'>[number];

/** The shared views and the person's own ones, with their counts; live events have them counted again. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) =>
    take(api.GET('/api/views', { params: { query: { counts: true } }, signal })),
});

type Params = Readonly<Record<string, unknown>>;

/** What a page looks at, as the query of a view: the same for the same, whatever the order. */
export function queryOf(params: object): string {
  const entries = Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(entries.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}

/** What the address of a page says of a view, without what is gone of it. */
export function paramsOf({ id, query, columns, faults }: View): Params {
  const sound = [...new URLSearchParams(query)].filter(([name]) => faults[name] === undefined);
  return {
    ...Object.fromEntries(sound),
    ...(columns === null ? {} : { columns: columns.join(',') }),
    view: id,
  };
}
