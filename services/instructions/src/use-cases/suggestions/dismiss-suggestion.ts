import { AppError } from '@output-review/errors';

import { type AuditOrigin, asIs } from '@output-review/runtime';

import type { ChangeDocument } from '../documents/document-store.ts';
import { noSuchSuggestion } from './no-such-suggestion.ts';
import type { SuggestionReader } from './suggestion-store.ts';

interface Deps {
  readonly suggestions: Pick<SuggestionReader, 'findDocument'>;
  readonly changeDocument: ChangeDocument;
}

/**
 * Puts a draft away, also one that is still being written; its notes stay queued. Again changes nothing.
 *
 * @throws AppError NOT_FOUND; STALE_DRAFT where it was accepted.
 */
export const makeDismissSuggestion =
  ({ suggestions, changeDocument }: Deps) =>
  async (workspaceId: string, id: string, origin: AuditOrigin): Promise<void> => {
    const key = await suggestions.findDocument(workspaceId, id);
    if (!key) throw noSuchSuggestion();
    await changeDocument(key, async (document) => {
      const suggestion = await document.suggestions.find(id);
      if (suggestion?.state === 'accepted') {
        throw new AppError('STALE_DRAFT', 'The draft is accepted; restore the version before it.');
      }
      if (!suggestion || suggestion.state === 'dismissed') return;
      await document.suggestions.setState(id, 'dismissed');
      await document.audit(origin, {
        ...{ action: 'instructions.suggestion_dismissed', target: { kind: 'suggestion', id } },
        ...{ before: { state: asIs(suggestion.state) }, after: { state: asIs('dismissed') } },
      });
    });
  };
