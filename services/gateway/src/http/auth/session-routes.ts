import { listSessions, revokeSession, revokeSessions } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

import type { KnownSession } from '../../domain/access/callers.ts';
import type { IdentifyDeps } from '../door/identify.ts';
import { sessionOf } from './request-session.ts';

export interface SessionRoutesDeps extends IdentifyDeps {
  /** Those that are good, latest first. */
  readonly listSessions: (userId: string) => Promise<readonly KnownSession[]>;
  /** @returns false where the user has no such session. */
  readonly endSession: (userId: string, id: string) => Promise<boolean>;
  readonly endSessions: (userId: string) => Promise<void>;
}

export const makeSessionRoutes = (deps: SessionRoutesDeps): readonly Route[] => [
  implement(listSessions, async ({ headers }) => {
    const { userId, token } = await sessionOf(deps, headers);
    const sessions = await deps.listSessions(userId);
    return {
      status: 200,
      body: sessions.map((session) => ({
        id: session.id,
        isCurrent: session.token === token,
        createdAt: session.createdAt.toISOString(),
        lastUsedAt: session.lastUsedAt.toISOString(),
        expiresAt: session.expiresAt.toISOString(),
        address: session.address,
        userAgent: session.userAgent,
      })),
    };
  }),

  implement(revokeSession, async ({ headers, body }) => {
    const { userId } = await sessionOf(deps, headers);
    if (!(await deps.endSession(userId, body.id))) {
      throw new AppError('NOT_FOUND', 'You have no session with this id.');
    }
    return { status: 200, body: { ok: true } };
  }),

  implement(revokeSessions, async ({ headers }) => {
    const { userId } = await sessionOf(deps, headers);
    await deps.endSessions(userId);
    return { status: 200, headers: { 'Set-Cookie': deps.cookie.drop() }, body: { ok: true } };
  }),
];
