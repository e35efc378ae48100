import { requestSuggestion } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { authorOf } from '../../domain/author.ts';
import type { Actions } from '../actions.ts';
import { callerOf } from '../caller.ts';

export const makeRequestSuggestionRoute = (actions: Actions): Route =>
  implement(requestSuggestion, async ({ body, ...request }) => {
    const caller = callerOf(request);
    const asking = { ...actions.askingFor(caller), models: actions.modelsFor(caller) };
    const task = await actions.requestSuggestion(asking, body, authorOf(request.principal));
    actions.beginDraft(task, caller);
    return { status: 202, body: { id: task.suggestion.id, state: 'drafting' } };
  });
