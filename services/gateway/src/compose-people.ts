import type { Clock, Database, Route } from '@output-review/runtime';

import { makeAuthRoutes, type SignInDeps } from './http/auth/auth-routes.ts';
import { makeSessionRoutes } from './http/auth/session-routes.ts';
import { makeWorkspaceRoutes } from './http/workspaces/workspace-routes.ts';
import {
  endSession,
  endSessions,
  listSessions,
  switchWorkspace,
} from './store/people/sessions-of-user.ts';
import { workspacesOf } from './store/people/workspaces.ts';

export interface PeopleParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly signIn: SignInDeps;
}

/** Puts together everything about users, their sessions and where they belong. */
export function composePeople({ database, clock, signIn }: PeopleParts): readonly Route[] {
  return [
    ...makeAuthRoutes(signIn),
    ...makeSessionRoutes({
      ...signIn,
      listSessions: (userId) => listSessions(database, userId, clock.now()),
      endSession: (userId, id) => endSession(database, userId, id),
      endSessions: (userId) => endSessions(database, userId),
    }),
    ...makeWorkspaceRoutes({
      ...signIn,
      workspacesOf: (userId) => workspacesOf(database, userId),
      switchWorkspace: (token, workspaceId) => switchWorkspace(database, token, workspaceId),
    }),
  ];
}
