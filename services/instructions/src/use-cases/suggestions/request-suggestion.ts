import { AppError } from '@output-review/errors';

import type { Author } from '../../domain/author.ts';
import type { DocumentKey } from '../../domain/document.ts';
import type { ChangeDocument } from '../documents/document-store.ts';
import {
  type Asking,
  type DocumentNames,
  noInstructions,
  requirePlace,
} from '../documents/place.ts';
import type { ReadNote } from '../feedback/note-store.ts';
import type { Suggestion } from './suggestion-store.ts';

/** The models of workspaces, asked in the name of a caller. */
export interface Models {
  hasModel(): Promise<boolean>;
  /** Counts a call as one of the caller's. @throws AppError RATE_LIMITED */
  takeCall(): Promise<void>;
}

interface Deps {
  readonly changeDocument: ChangeDocument;
  readonly newId: () => string;
  readonly now: () => Date;
}

/** A draft that is to be written now. */
export interface DraftTask {
  readonly key: DocumentKey;
  readonly suggestion: Suggestion;
  readonly notes: readonly ReadNote[];
}

// More than a person reads at once, and their comments are no longer than the text may be.
const NOTES_MAX = 100;

/**
 * Begins a draft from the oldest queued notes.
 *
 * @throws AppError NO_INSTRUCTIONS, NO_NOTES, NO_MODEL_CONFIGURED, DRAFT_IN_PROGRESS, RATE_LIMITED
 */
export const makeRequestSuggestion =
  ({ changeDocument, newId, now }: Deps) =>
  async (
    { models, ...asking }: Asking & { readonly models: Models },
    names: DocumentNames,
    by: Author,
  ): Promise<DraftTask> => {
    const { key } = await requirePlace(asking, names);
    if (!(await models.hasModel())) throw noModel();
    await models.takeCall();
    return changeDocument(key, async ({ active, notes: queue, suggestions }) => {
      if (!active) throw noInstructions(names);
      if (await suggestions.isDrafting()) throw draftInProgress();
      const notes = await queue.read(NOTES_MAX);
      if (notes.length === 0) throw noNotes();

      const suggestion: Suggestion = {
        ...{ id: newId(), state: 'drafting', baseVersion: active.version },
        notes: notes.map(({ seq, revision, ref }) => ({ seq, revision, ref })),
        ...{ content: null, changes: [], failure: null },
        ...{ createdBy: by.name, createdAt: now() },
      };
      await suggestions.begin(suggestion);
      return { key, suggestion, notes };
    });
  };

export function draftInProgress(): AppError {
  return new AppError('DRAFT_IN_PROGRESS', 'A draft of these instructions is being written.');
}

function noModel(): AppError {
  return new AppError(
    'NO_MODEL_CONFIGURED',
    'No model is configured that could write a draft. A version can be saved by hand, with noteRefs.',
  );
}

function noNotes(): AppError {
  return new AppError('NO_NOTES', 'There are no queued notes to draft from.');
}
