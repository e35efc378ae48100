import type { AnswerOf, Draft, listSuggestions, SuggestionState } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { DraftedNote } from '../feedback/feedback.pure.ts';

export interface SuggestedChange {
  readonly summary: string;
  readonly noteRefs: readonly string[];
}

export interface Suggestion {
  readonly id: string;
  readonly state: SuggestionState;
  readonly baseVersion: number;
  readonly notes: readonly DraftedNote[];
  /** Null where there is no draft. */
  readonly content: string | null;
  readonly changes: readonly SuggestedChange[];
  readonly failure: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** What is kept of a draft that was written, or was not. */
export type KeptDraft = Pick<Suggestion, 'state' | 'content' | 'changes' | 'failure'>;

/** The draft of a model that answered, for the notes that it was given. */
export function keptOf(
  { draft, failure }: { readonly draft: Draft | null; readonly failure: string | null },
  notes: readonly DraftedNote[],
): KeptDraft {
  if (!draft) return failed(failure ?? 'The model returned no draft.');
  const changes = draft.changes.map(({ summary, notes: cited }) => ({
    summary,
    // Counted from 1; who asked the model has made sure that they exist.
    noteRefs: [...new Set(cited)].flatMap((number) => notes[number - 1]?.ref ?? []),
  }));
  return { state: 'ready', content: draft.content, changes, failure: null };
}

/** Why the model could not be asked at all; what is inside stays there. */
export function failedBy(error: unknown): KeptDraft {
  return failed(
    error instanceof AppError
      ? error.message
      : 'The draft could not be written. Request a new one.',
  );
}

function failed(failure: string): KeptDraft {
  return { state: 'failed', content: null, changes: [], failure };
}

export function presentSuggestion(
  suggestion: Suggestion,
): AnswerOf<typeof listSuggestions>[number] {
  const { id, state, baseVersion, content, changes, failure, notes, ...rest } = suggestion;
  return {
    ...{ id, state, baseVersion, content, failure },
    changes: changes.map(({ summary, noteRefs }) => ({ summary, noteRefs: [...noteRefs] })),
    noteRefs: notes.map(({ ref }) => ref),
    ...{ createdBy: rest.createdBy, createdAt: rest.createdAt.toISOString() },
  };
}

export function noSuchSuggestion(): AppError {
  return new AppError('NOT_FOUND', 'There is no such suggestion.');
}

export function draftInProgress(): AppError {
  return new AppError(
    'DRAFT_IN_PROGRESS',
    'A draft of these instructions is already being written.',
  );
}

export function staleDraft(message: string): AppError {
  return new AppError('STALE_DRAFT', message);
}

export function noModel(): AppError {
  return new AppError(
    'NO_MODEL_CONFIGURED',
    'No model is configured to write a draft. You can still save a version yourself, with ' +
      'noteRefs.',
  );
}

export function noNotes(): AppError {
  return new AppError('NO_NOTES', 'There are no queued notes to draft from.');
}
