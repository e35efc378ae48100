import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';

import { type Answer, api, requireHere, take } from '../api/client.ts';
import { LEAST_ROLES, type OperationId, ROLES } from '../api/least-roles.ts';

export type Session = Answer<'getSession'>;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await take(api.GET('/api/auth/get-session', { signal }));
    requireHere(session.workspace.id, session.user.id);
    return session;
  },
  staleTime: Infinity,
});

/** Who is signed in; only inside of the shell, which loads it first. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Whether the person may call an operation, by its role here. What would answer 403 is not offered. */
export function useMay(): (operation: OperationId) => boolean {
  const { role } = useSession().workspace;
  return (operation) => ROLES.indexOf(role) >= ROLES.indexOf(LEAST_ROLES[operation]);
}
