import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { Actions } from '../actions.ts';

export const makeCloseRegistryEntryRoute = ({ registry }: Actions): Route =>
  implement(INTERNAL_OPERATIONS.closeRegistryEntry, async ({ body }) => ({
    status: 200,
    body: { isEmpty: await registry.close(body) },
  }));

export const makeReopenRegistryEntryRoute = ({ registry }: Actions): Route =>
  implement(INTERNAL_OPERATIONS.reopenRegistryEntry, async ({ body }) => {
    await registry.reopen(body);
    return { status: 200, body: { ok: true } };
  });
