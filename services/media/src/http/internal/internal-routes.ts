import { makeDeadLetterRoutes, type Route } from '@output-review/runtime';

import {
  makeClaimFilesRoute,
  makeConfirmFilesRoute,
  makeReleaseFilesRoute,
  makeSettleFilesRoute,
} from './claim-routes.ts';
import type { FileActions } from './file-actions.ts';
import { makeCheckFilesRoute, makeDeleteFilesRoute } from './file-routes.ts';
import { makeChangeMediaQuotaRoute, makeReadMediaUsageRoute } from './usage-routes.ts';

/** What media answers to other services and to operators. */
export function makeInternalRoutes(actions: FileActions): Route[] {
  return [
    makeClaimFilesRoute(actions),
    makeConfirmFilesRoute(actions),
    makeReleaseFilesRoute(actions),
    makeSettleFilesRoute(actions),
    makeDeleteFilesRoute(actions),
    makeCheckFilesRoute(actions),
    makeReadMediaUsageRoute(actions),
    makeChangeMediaQuotaRoute(actions),
    ...makeDeadLetterRoutes(actions),
  ];
}
