import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';

import { type QueueFilter, readQueueSearch } from './queue-filter.ts';

const route = getRouteApi('/shell/');

/** What is looked at stands in the address; what changes it stays the same, whatever is looked at. */
export function useQueueAddress() {
  const { id: openId, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({
        search: (before) => {
          const { id: _, ...view } = readQueueSearch(before);
          return id === undefined ? view : { ...view, id };
        },
        replace: true,
      }),
    [navigate],
  );
  const changeFilter = useCallback(
    (changed: QueueFilter) => void navigate({ search: changed, replace: true }),
    [navigate],
  );
  return { openId, filter, open, changeFilter };
}
