import {
  acceptSuggestion,
  dismissSuggestion,
  listSuggestions,
  requestSuggestion,
} from '@output-review/contracts';

import { route } from '../context.ts';
import { findDocument } from '../documents/documents.ts';
import { beginDraft } from './drafting.ts';
import { presentSuggestion } from './suggestions.pure.ts';
import { listSuggestionsOf } from './suggestions.sql.ts';
import { accept, dismiss } from './suggestions.ts';

export const suggestionRoutes = [
  route(requestSuggestion, beginDraft),
  route(listSuggestions, async (ctx, request) => {
    const { key } = await findDocument(ctx, request, request.query);
    const listed = await listSuggestionsOf(ctx.db, key);
    return { status: 200, body: listed.map(presentSuggestion) };
  }),
  route(acceptSuggestion, accept),
  route(dismissSuggestion, dismiss),
];
