import {
  makeDeadLetterRoutes,
  makeResealRoute,
  type Route,
  type SealedColumn,
  type Sealer,
} from '@output-review/runtime';

import { makeAuditRoutes } from './http/audit.ts';
import { makeDecisionRoutes } from './http/decisions.ts';
import { makeInstructionsResultsRoute } from './http/instructions-results.ts';
import { makeInternalRoutes } from './http/internal.ts';
import { makeOutputRoutes } from './http/outputs.ts';
import { makeSearchRoutes } from './http/search.ts';
import type { Review } from './review.ts';

export interface Secrets {
  readonly sealer: Sealer;
  /** Where they rest. */
  readonly sealed: readonly SealedColumn[];
}

/** Every operation that review answers. */
export const makeRoutes = (review: Review, { sealer, sealed }: Secrets): Route[] => [
  ...makeSearchRoutes({ ...review, sealer }),
  ...makeOutputRoutes({ ...review, sealer }),
  makeInstructionsResultsRoute(review),
  ...makeDecisionRoutes(review),
  ...makeAuditRoutes(review.audit),
  ...makeInternalRoutes({ ...review, ...review.consuming }),
  ...makeDeadLetterRoutes(review),
  makeResealRoute(sealed, sealer),
];
