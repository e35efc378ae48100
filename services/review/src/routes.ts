import { makeDeadLetterRoutes, type Route, type Sealer } from '@output-review/runtime';

import { makeDecisionRoutes } from './http/decisions.ts';
import { makeInternalRoutes } from './http/internal.ts';
import { makeOutputRoutes } from './http/outputs.ts';
import { makeSearchRoutes } from './http/search.ts';
import type { Review } from './review.ts';

/** Every operation that review answers. */
export const makeRoutes = (review: Review, sealer: Sealer): Route[] => [
  ...makeSearchRoutes({ ...review, sealer }),
  ...makeOutputRoutes({ ...review, sealer }),
  ...makeDecisionRoutes(review),
  ...makeInternalRoutes({ ...review, ...review.consuming }),
  ...makeDeadLetterRoutes(review),
];
