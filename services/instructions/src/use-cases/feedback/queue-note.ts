import type { ChangeDocument } from '../documents/document-store.ts';
import {
  type Asking,
  type DocumentNames,
  noInstructions,
  requirePlace,
} from '../documents/place.ts';
import type { Note } from './note-store.ts';

interface Deps {
  readonly changeDocument: ChangeDocument;
  readonly newId: () => string;
  readonly now: () => Date;
}

export interface NewNote extends Omit<Note, 'ref' | 'queuedAt'> {
  /** Null: one is made. */
  readonly ref: string | null;
}

export interface QueuedNote {
  readonly ref: string;
  readonly at: Date;
  readonly queuedCount: number;
}

/** Queues feedback. The same ref again replaces the note. @throws AppError NO_INSTRUCTIONS */
export const makeQueueNote =
  ({ changeDocument, newId, now }: Deps) =>
  async (asking: Asking, names: DocumentNames, note: NewNote): Promise<QueuedNote> => {
    const { key } = await requirePlace(asking, names);
    const ref = note.ref ?? newId();
    return changeDocument(key, async ({ active, notes }) => {
      if (!active) throw noInstructions(names);
      const at = now();
      await notes.queue({ ...note, ref, queuedAt: at });
      return { ref, at, queuedCount: await notes.count() };
    });
  };
