import type { SuggestionState } from '@output-review/contracts';

import type { DocumentKey } from '../../domain/document.ts';
import type { DraftedNote } from '../feedback/note-store.ts';

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

export interface SuggestionReader {
  /** Newest first. */
  list(key: DocumentKey): Promise<Suggestion[]>;
  /** The document that a suggestion is about; null where there is no such suggestion. */
  findDocument(workspaceId: string, id: string): Promise<DocumentKey | null>;
}

/** The suggestions of a document in a transaction that no other write to it overlaps. */
export interface SuggestionWriter {
  isDrafting(): Promise<boolean>;
  begin(suggestion: Suggestion): Promise<void>;
  /** Null where there is no such suggestion. */
  find(id: string): Promise<Suggestion | null>;
  setState(id: string, state: SuggestionState): Promise<void>;
  /** Keeps a draft, in whatever state it is from then on. */
  keepDraft(id: string, draft: KeptDraft): Promise<void>;
}

export type KeptDraft = Pick<Suggestion, 'state' | 'content' | 'changes' | 'failure'>;
