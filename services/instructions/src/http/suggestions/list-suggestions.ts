import { listSuggestions } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { findDocument } from '../../use-cases/documents/read-document.ts';
import type { Actions } from '../actions.ts';
import { callerOf } from '../caller.ts';

export const makeListSuggestionsRoute = ({ askingFor, documents, suggestions }: Actions): Route =>
  implement(listSuggestions, async ({ query, ...request }) => {
    const { place } = await findDocument(documents, askingFor(callerOf(request)), query);
    const listed = await suggestions.list(place.key);
    return {
      status: 200,
      body: listed.map(({ id, state, baseVersion, content, changes, failure, ...rest }) => ({
        ...{ id, state, baseVersion, content, failure },
        changes: changes.map(({ summary, noteRefs }) => ({ summary, noteRefs: [...noteRefs] })),
        noteRefs: rest.notes.map(({ ref }) => ref),
        ...{ createdBy: rest.createdBy, createdAt: rest.createdAt.toISOString() },
      })),
    };
  });
