import { queryOptions } from '@tanstack/react-query';

import { api, take } from '../api/client.ts';

/** Whether anybody may make an account here, without having been invited. */
export const signUpQuery = queryOptions({
  queryKey: ['sign-up'],
  queryFn: ({ signal }) => take(api.GET('/api/auth/sign-up', { signal })),
  staleTime: Infinity,
});
