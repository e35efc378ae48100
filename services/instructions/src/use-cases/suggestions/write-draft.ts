import type { DraftAnswer } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { ChangeDocument, DocumentReader } from '../documents/document-store.ts';
import type { DraftTask } from './request-suggestion.ts';
import type { KeptDraft, Suggestion } from './suggestion-store.ts';

export interface DraftQuestion {
  readonly content: string;
  readonly notes: readonly { readonly comment: string; readonly author: string | null }[];
}

/** Has the model write. @returns the draft, or why there is none. */
export type AskForDraft = (
  question: DraftQuestion,
) => Promise<{ readonly draft: DraftAnswer | null; readonly failure: string | null }>;

interface Deps {
  readonly documents: Pick<DocumentReader, 'readText'>;
  readonly changeDocument: ChangeDocument;
}

/** Writes a draft that was begun. One that somebody dismissed meanwhile stays dismissed. */
export const makeWriteDraft =
  ({ documents, changeDocument }: Deps) =>
  async ({ key, suggestion, notes }: DraftTask, ask: AskForDraft): Promise<void> => {
    const content = await documents.readText(key, suggestion.baseVersion);
    const asked = notes.map(({ comment, author }) => ({ comment, author }));
    const kept = await ask({ content, notes: asked }).then(
      (answer) => keptOf(answer, suggestion),
      (error: unknown) => failed(reasonOf(error)),
    );
    await changeDocument(key, async ({ active, suggestions }) => {
      const present = await suggestions.find(suggestion.id);
      if (present?.state !== 'drafting') return;
      const isStale = kept.state === 'ready' && active?.version !== suggestion.baseVersion;
      await suggestions.keepDraft(suggestion.id, isStale ? { ...kept, state: 'stale' } : kept);
    });
  };

function keptOf(
  { draft, failure }: Awaited<ReturnType<AskForDraft>>,
  { notes }: Suggestion,
): KeptDraft {
  if (!draft) return failed(failure ?? 'The model gave no draft.');
  const changes = draft.changes.map(({ summary, notes: cited }) => ({
    summary,
    // Counted from 1; who asked the model has made sure that they exist.
    noteRefs: [...new Set(cited)].flatMap((number) => notes[number - 1]?.ref ?? []),
  }));
  return { state: 'ready', content: draft.content, changes, failure: null };
}

function failed(failure: string): KeptDraft {
  return { state: 'failed', content: null, changes: [], failure };
}

/** Why the model could not be asked at all; what is inside stays there. */
function reasonOf(error: unknown): string {
  return error instanceof AppError ? error.message : 'The draft could not be written. Ask again.';
}
