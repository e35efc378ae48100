import { queryOptions } from '@tanstack/react-query';

import { type Answer, api, take } from '../../../api/client.ts';
import type { ResultsSearch } from './search.ts';

/** What people said of the outputs that one version of a rule was applied to. */
export type VersionResults = Answer<'listRuleResults'>[number];
export type Estimate = NonNullable<VersionResults['agreement']>;
export type CountName = keyof VersionResults['search'];

// Not below 'outputs': a busy workspace would be counted anew for each burst of events.
const KEY = 'results-of-rules';

/** Of all rules. */
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
