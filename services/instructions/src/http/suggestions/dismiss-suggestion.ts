import { dismissSuggestion } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { Actions } from '../actions.ts';

export const makeDismissSuggestionRoute = (actions: Actions): Route =>
  implement(dismissSuggestion, async ({ params, ...request }) => {
    await actions.dismissSuggestion(request.principal.workspaceId, params.id, request);
    return { status: 200, body: { ok: true } };
  });
