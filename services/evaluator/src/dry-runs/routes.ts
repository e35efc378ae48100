import {
  dryRunRules,
  INTERNAL_HEADERS,
  INTERNAL_OPERATIONS,
  mayBeOutputId,
} from '@output-review/contracts';
import type { Route } from '@output-review/runtime';

import { type Context, route } from '../context.ts';
import { checkCorrection } from './corrections.ts';
import { OutputNotSeen } from './dry-runs.pure.ts';
import { tryRules } from './dry-runs.ts';

const answer = route(dryRunRules, tryRules);

export const dryRunRoutes = [
  (ctx: Context): Route => {
    const { operation, respond } = answer(ctx);
    return {
      operation,
      respond: async (request, tools) => {
        try {
          await respond(request, tools);
        } catch (error) {
          if (error instanceof OutputNotSeen && mayBeOutputId(error.id)) {
            request.set(INTERNAL_HEADERS.reviewState, 'not-seen');
            request.set(INTERNAL_HEADERS.ids, JSON.stringify([error.id]));
          }
          throw error;
        }
      },
    };
  },
  route(INTERNAL_OPERATIONS.checkCorrection, checkCorrection),
];
