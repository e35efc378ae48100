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

/** The signed-in user; call it only inside the shell, which loads the session first. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Whether the user's role in this workspace may call an operation. The page hides actions that would return 403. */
export function useMay(): (operation: OperationId) => boolean {
  const { role } = useSession().workspace;
  return (operation) => ROLES.indexOf(role) >= ROLES.indexOf(LEAST_ROLES[operation]);
}
