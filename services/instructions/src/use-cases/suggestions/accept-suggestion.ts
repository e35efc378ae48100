import { AppError } from '@output-review/errors';

import { type AuditOrigin, asIs } from '@output-review/runtime';

import type { Author } from '../../domain/author.ts';
import type { DocumentKey, Version } from '../../domain/document.ts';
import type { ChangeDocument, DocumentWriter } from '../documents/document-store.ts';
import { makeVersion, type VersionMaking } from '../versions/make-version.ts';
import { noSuchSuggestion } from './no-such-suggestion.ts';
import { draftInProgress } from './request-suggestion.ts';
import type { Suggestion, SuggestionReader } from './suggestion-store.ts';

interface Deps extends VersionMaking {
  readonly suggestions: Pick<SuggestionReader, 'findDocument'>;
  readonly changeDocument: ChangeDocument;
}

export interface AcceptRequest {
  readonly workspaceId: string;
  readonly id: string;
  /** The draft as somebody edited it; null: as it is. */
  readonly text: string | null;
}

export interface AcceptedSuggestion {
  readonly key: DocumentKey;
  readonly version: Version;
  readonly text: string;
}

/**
 * Makes a draft the new version. Exactly the notes that it was drafted from leave the queue, as far as
 * they are there and read as they did.
 *
 * @throws AppError NOT_FOUND, DRAFT_IN_PROGRESS; STALE_DRAFT where the text has moved on or the draft
 *   is settled already.
 */
export const makeAcceptSuggestion =
  ({ suggestions, changeDocument, ...making }: Deps) =>
  async (
    { workspaceId, id, text }: AcceptRequest,
    by: Author,
    origin: AuditOrigin,
  ): Promise<AcceptedSuggestion> => {
    const key = await suggestions.findDocument(workspaceId, id);
    if (!key) throw noSuchSuggestion();
    const accepted = await changeDocument(key, async (document) => {
      const { suggestion, draft } = await requireReady(document, id);
      const active = document.active?.version ?? 0;
      if (active !== suggestion.baseVersion) {
        // Kept, and told of after the commit.
        await document.suggestions.setState(id, 'stale');
        return null;
      }
      const content = text ?? draft;
      const made = { createdBy: by.name, teachComment: null, logId: null };
      const version = makeVersion(making, {
        ...{ number: active + 1, text: content },
        origin: { ...made, source: 'suggestion' },
      });
      await document.add({ version, text: content }, origin);
      await document.notes.useAsRead(suggestion.notes, version.version);
      await document.suggestions.setState(id, 'accepted');
      await document.audit(origin, {
        ...{ action: 'instructions.suggestion_accepted', target: { kind: 'suggestion', id } },
        before: { state: asIs('ready') },
        after: { state: asIs('accepted'), version: version.version, isEdited: content !== draft },
      });
      return { key, version, text: content };
    });
    if (!accepted) throw staleDraft('The instructions have changed since this draft was written.');
    return accepted;
  };

async function requireReady(
  { suggestions }: DocumentWriter,
  id: string,
): Promise<{ suggestion: Suggestion; draft: string }> {
  const suggestion = await suggestions.find(id);
  if (!suggestion) throw noSuchSuggestion();
  const { state, content } = suggestion;
  if (state === 'drafting') throw draftInProgress();
  if (state !== 'ready' || content === null) throw staleDraft(`The draft is ${state}.`);
  return { suggestion, draft: content };
}

function staleDraft(message: string): AppError {
  return new AppError('STALE_DRAFT', message);
}
