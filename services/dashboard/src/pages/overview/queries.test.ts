import { expect, test } from '@jest/globals';
import { QueryClient, type QueryKey } from '@tanstack/react-query';

import { anyOutputQuery } from '../../outputs/queries.ts';
import { reloadOutputs } from '../../outputs/reload-outputs.ts';
import { statisticsQuery, waitingQuery } from './queries.ts';

test('refetches all overview figures after an output event', async () => {
  const range = { from: new Date(0), to: new Date(1) };
  const queries = [statisticsQuery(range, 'range'), waitingQuery, anyOutputQuery];
  const keys: readonly QueryKey[] = queries.map(({ queryKey }) => queryKey);
  const queryClient = new QueryClient();
  for (const key of keys) queryClient.setQueryData(key, {});

  await reloadOutputs(queryClient);

  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual(
    keys.map(() => true),
  );
  queryClient.clear();
});
