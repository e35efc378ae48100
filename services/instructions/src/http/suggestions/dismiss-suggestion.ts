import { dismissSuggestion } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { Actions } from '../actions.ts';

export const makeDismissSuggestionRoute = (actions: Actions): Route =>
  implement(dismissSuggestion, async ({ params, principal }) => {
    await actions.dismissSuggestion(principal.workspaceId, params.id);
    return { status: 200, body: { ok: true } };
  });
