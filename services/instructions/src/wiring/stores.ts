import {
  type Auditor,
  type Database,
  type DeadLetters,
  type ErasedWorkspaces,
  makeDeadLetters,
  makeErasedWorkspaces,
  makeWorkspaceCopy,
  type OutboxRelay,
  type RegistryCopy,
  type WorkspaceCopy,
} from '@output-review/runtime';

import { makeChangeDocument } from '../store/documents/change-document.ts';
import { makeDocumentReader } from '../store/documents/document-reader.ts';
import { makeNoteReader } from '../store/notes/note-reader.ts';
import { makeUnlinkOutputs } from '../store/outputs/unlink-outputs.ts';
import { makeRegistryStore } from '../store/registry/registry-store.ts';
import { makeGiveUpDrafts } from '../store/suggestions/give-up-drafts.ts';
import { makeSuggestionReader } from '../store/suggestions/suggestion-reader.ts';
import type { ChangeDocument, DocumentReader } from '../use-cases/documents/document-store.ts';
import type { NoteReader } from '../use-cases/feedback/note-store.ts';
import type { UnlinkOutputs } from '../use-cases/feedback/output-comment.ts';
import type { SuggestionReader } from '../use-cases/suggestions/suggestion-store.ts';

export interface Stores {
  readonly documents: DocumentReader;
  readonly changeDocument: ChangeDocument;
  readonly notes: NoteReader;
  readonly suggestions: SuggestionReader;
  readonly giveUpDrafts: () => Promise<void>;
  readonly unlinkOutputs: UnlinkOutputs;
  readonly registry: RegistryCopy;
  readonly workspaces: WorkspaceCopy;
  readonly deadLetters: DeadLetters;
  readonly erased: ErasedWorkspaces;
}

interface StoresParts {
  readonly database: Database;
  readonly relay: Pick<OutboxRelay, 'handOver'>;
  readonly auditor: Auditor;
}

export function makeStores({ database, relay, auditor }: StoresParts): Stores {
  return {
    documents: makeDocumentReader(database),
    changeDocument: makeChangeDocument({ database, relay, auditor }),
    notes: makeNoteReader(database),
    suggestions: makeSuggestionReader(database),
    giveUpDrafts: makeGiveUpDrafts(database),
    unlinkOutputs: makeUnlinkOutputs(database),
    registry: makeRegistryStore(database),
    workspaces: makeWorkspaceCopy(database),
    deadLetters: makeDeadLetters(database),
    erased: makeErasedWorkspaces(database),
  };
}
