import type { DeadLetterRoutesDeps, RegistryCaller, RegistryCopy } from '@output-review/runtime';

import type { DocumentReader } from '../use-cases/documents/document-store.ts';
import type { makeGetOrSeed } from '../use-cases/documents/get-or-seed.ts';
import type { Asking } from '../use-cases/documents/place.ts';
import type { NoteReader } from '../use-cases/feedback/note-store.ts';
import type { makeQueueNote } from '../use-cases/feedback/queue-note.ts';
import type { makeWithdrawNote } from '../use-cases/feedback/withdraw-note.ts';
import type { makeFindVersion } from '../use-cases/versions/find-version.ts';
import type { makeRestoreVersion } from '../use-cases/versions/restore-version.ts';
import type { makeSaveVersion } from '../use-cases/versions/save-version.ts';

/** What the routes do. */
export interface Actions {
  readonly askingFor: (caller: RegistryCaller) => Asking;
  readonly documents: DocumentReader;
  readonly getOrSeed: ReturnType<typeof makeGetOrSeed>;
  readonly saveVersion: ReturnType<typeof makeSaveVersion>;
  readonly restoreVersion: ReturnType<typeof makeRestoreVersion>;
  readonly findVersion: ReturnType<typeof makeFindVersion>;
  readonly notes: NoteReader;
  readonly queueNote: ReturnType<typeof makeQueueNote>;
  readonly withdrawNote: ReturnType<typeof makeWithdrawNote>;
  readonly registry: Pick<RegistryCopy, 'close' | 'reopen'>;
  readonly deadLetters: DeadLetterRoutesDeps['deadLetters'];
  readonly replay: DeadLetterRoutesDeps['replay'];
}
