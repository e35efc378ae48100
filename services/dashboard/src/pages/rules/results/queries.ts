import { queryOptions } from '@tanstack/react-query';

import { type Answer, api, take } from '../../../api/client.ts';
import type { ResultsSearch } from './search.ts';

/** People's decisions on the outputs that a rule version checked. */
export type VersionResults = Answer<'listRuleResults'>[number];
export type Estimate = NonNullable<VersionResults['agreement']>;
export type CountName = keyof VersionResults['search'];

// Not under 'outputs', because each burst of events in a busy workspace would recount it.
const KEY = 'results-of-rules';

/** The results of all rules. */
export const allResultsQuery = (query: ResultsSearch) =>
  queryOptions({
    queryKey: [KEY, query],
    queryFn: ({ signal }) => take(api.GET('/api/rules/results', { signal, params: { query } })),
  });

export const ruleResultsQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, id],
    queryFn: ({ signal }) =>
      take(api.GET('/api/rules/{id}/results', { signal, params: { path: { id } } })),
  });
