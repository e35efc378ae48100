import type { DeadLetterRoutesDeps, RegistryCaller, RegistryCopy } from '@output-review/runtime';

import type { DocumentReader } from '../use-cases/documents/document-store.ts';
import type { makeGetOrSeed } from '../use-cases/documents/get-or-seed.ts';
import type { Asking } from '../use-cases/documents/place.ts';
import type { NoteReader } from '../use-cases/feedback/note-store.ts';
import type { makeQueueNote } from '../use-cases/feedback/queue-note.ts';
import type { makeQueueOutputComment } from '../use-cases/feedback/queue-output-comment.ts';
import type { makeWithdrawNote } from '../use-cases/feedback/withdraw-note.ts';
import type { makeAcceptSuggestion } from '../use-cases/suggestions/accept-suggestion.ts';
import type { makeDismissSuggestion } from '../use-cases/suggestions/dismiss-suggestion.ts';
import type {
  DraftTask,
  makeRequestSuggestion,
  Models,
} from '../use-cases/suggestions/request-suggestion.ts';
import type { SuggestionReader } from '../use-cases/suggestions/suggestion-store.ts';
import type { makeFindVersion } from '../use-cases/versions/find-version.ts';
import type { makeRestoreVersion } from '../use-cases/versions/restore-version.ts';
import type { makeSaveVersion } from '../use-cases/versions/save-version.ts';
import type { Caller } from './caller.ts';

/** What the routes do. */
export interface Actions {
  readonly askingFor: (caller: Caller) => Asking;
  readonly documents: DocumentReader;
  readonly getOrSeed: ReturnType<typeof makeGetOrSeed>;
  readonly saveVersion: ReturnType<typeof makeSaveVersion>;
  readonly restoreVersion: ReturnType<typeof makeRestoreVersion>;
  readonly findVersion: ReturnType<typeof makeFindVersion>;
  readonly notes: NoteReader;
  readonly queueNote: ReturnType<typeof makeQueueNote>;
  readonly queueOutputComment: ReturnType<typeof makeQueueOutputComment>;
  readonly withdrawNote: ReturnType<typeof makeWithdrawNote>;
  readonly suggestions: SuggestionReader;
  readonly modelsFor: (caller: RegistryCaller) => Models;
  readonly requestSuggestion: ReturnType<typeof makeRequestSuggestion>;
  /** Has a draft written behind the back of whoever asked for it. */
  readonly beginDraft: (task: DraftTask, caller: RegistryCaller) => void;
  readonly acceptSuggestion: ReturnType<typeof makeAcceptSuggestion>;
  readonly dismissSuggestion: ReturnType<typeof makeDismissSuggestion>;
  readonly registry: Pick<RegistryCopy, 'close' | 'reopen' | 'findNames'>;
  readonly deadLetters: DeadLetterRoutesDeps['deadLetters'];
  readonly replay: DeadLetterRoutesDeps['replay'];
}
