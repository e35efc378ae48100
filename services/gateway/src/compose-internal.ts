import { type Database, makeResealRoute, type Route, type Sealer } from '@output-review/runtime';

import { makeOwnDeadLetterRoutes } from './dead-letter-routes.ts';
import { makeKeptHeadsRoute } from './http/audit/kept-heads-route.ts';
import type { Limiter } from './http/door/limits.ts';
import { makeSettleFileClaimsRoute } from './http/files/settle-file-claims-route.ts';
import { makeTakeModelCallRoute } from './http/limits/take-model-call-route.ts';
import { listKeptHeads } from './store/audit/kept-heads.ts';
import { settleFileClaims } from './store/file-reservations/settle-file-claims.ts';
import { makeSealedCallbackUrls } from './store/submissions/sealed-callback-urls.ts';
import type { TellAdmins } from './use-cases/people/tell-admins.ts';

interface InternalParts {
  readonly database: Database;
  readonly limiter: Limiter;
  readonly sealer: Sealer;
  readonly tellAdmins: TellAdmins;
}

/** What other services, and commands of the operator, ask of the gateway. */
export const composeInternal = ({
  database,
  limiter,
  sealer,
  tellAdmins,
}: InternalParts): Route[] => [
  makeTakeModelCallRoute(limiter),
  makeSettleFileClaimsRoute({ settle: (claims) => settleFileClaims(database, claims) }),
  makeKeptHeadsRoute({ list: (page) => listKeptHeads(database, page) }),
  ...makeOwnDeadLetterRoutes(database, tellAdmins),
  makeResealRoute([makeSealedCallbackUrls(database)], sealer),
];
