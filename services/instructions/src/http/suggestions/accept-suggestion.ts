import { acceptSuggestion } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { authorOf } from '../../domain/author.ts';
import type { Actions } from '../actions.ts';
import { presentSaved } from '../versions/present-saved.ts';

export const makeAcceptSuggestionRoute = (actions: Actions): Route =>
  implement(acceptSuggestion, async ({ params, body, ...request }) => {
    const { principal } = request;
    const wanted = {
      workspaceId: principal.workspaceId,
      id: params.id,
      text: body.content ?? null,
    };
    const by = authorOf(principal);
    const { key, version, text } = await actions.acceptSuggestion(wanted, by, request);
    const names = await actions.registry.findNames(key.workspaceId, [key.projectId, key.taskId]);
    const place = {
      key,
      projectName: names.get(key.projectId) ?? '',
      taskName: names.get(key.taskId) ?? '',
    };
    return presentSaved(actions.documents, { place, version }, text);
  });
