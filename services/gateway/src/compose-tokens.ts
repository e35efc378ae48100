import { randomBytes } from 'node:crypto';

import { type Clock, type Database, newId, type Route } from '@output-review/runtime';

import { makeTokenRoutes } from './http/tokens/token-routes.ts';
import { makeVerifyRoute } from './http/tokens/verify-route.ts';
import type { AuditedChange } from './store/audited-change.ts';
import { nameOfWorkspace } from './store/people/workspaces.ts';
import { makeTokenStore } from './store/tokens/token-store.ts';
import { makeCreateToken } from './use-cases/tokens/create-token.ts';
import { makeRevokeToken } from './use-cases/tokens/revoke-token.ts';
import { makeRotateToken } from './use-cases/tokens/rotate-token.ts';

interface TokensParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly change: AuditedChange;
}

// Source: the interface, 256 bits.
const TOKEN_BYTES = 32;

/** Puts together everything about tokens but their look-up. */
export function composeTokens({ database, clock, change }: TokensParts): readonly Route[] {
  const store = makeTokenStore(database, change);
  const newToken = (): string => `wh-${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  const deps = { store, newId, newToken, now: () => clock.now() };
  return [
    ...makeTokenRoutes({
      listTokens: store.list,
      createToken: makeCreateToken(deps),
      revokeToken: makeRevokeToken(deps),
      rotateToken: makeRotateToken(deps),
    }),
    makeVerifyRoute({ nameOfWorkspace: (id) => nameOfWorkspace(database, id) }),
  ];
}
