import { useQuery } from '@tanstack/react-query';

import { api, take } from '../../api/client.ts';
import type { useQueue } from './use-queue.ts';

/** Whether nothing was ever sent to the workspace; asked only where nothing waits. */
export function useIsUnused({ data, outputs }: ReturnType<typeof useQueue>): boolean {
  const { data: found } = useQuery({
    queryKey: ['outputs', 'list', 'any'],
    queryFn: ({ signal }) =>
      take(api.GET('/api/logs', { params: { query: { limit: 1, fields: 'id' } }, signal })),
    enabled: data !== undefined && outputs.length === 0,
  });
  return outputs.length === 0 && found?.total === 0;
}
