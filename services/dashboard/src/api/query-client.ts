import { QueryClient } from '@tanstack/react-query';

import { ApiFailure } from './client.ts';

const RETRIES_MAX = 2;
const STALE_AFTER_MS = 10_000;

/** What is loaded from the API, and how long it is taken for true. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        retry: (failures, error) => failures < RETRIES_MAX && isPassing(error),
      },
      mutations: { retry: false },
    },
  });
}

/** Whether asking again may help. */
function isPassing(error: Error): boolean {
  return !(error instanceof ApiFailure) || error.status === 0 || error.status >= 500;
}
