import type { DocumentKey } from '../../domain/document.ts';
import type { OutputComment } from './output-comment.ts';

/** A note that waits for the next version. */
export interface Note {
  /** Names it among the queued notes of its document. */
  readonly ref: string;
  readonly comment: string;
  /** As the sender says. */
  readonly author: string | null;
  /** The output that it is about; null also once that is deleted. */
  readonly logId: string | null;
  readonly queuedAt: Date;
  /** Who sent it. */
  readonly queuedBy: string;
}

/** A queued note as it reads at a moment. */
export interface ReadNote extends Note {
  /** Names the note for ever. */
  readonly seq: string;
  readonly revision: number;
}

/** What a suggestion keeps of a note: enough to know whether it still reads the same. */
export type DraftedNote = Pick<ReadNote, 'seq' | 'revision' | 'ref'>;

/** The notes of a document in a transaction that no other write to it overlaps. */
export interface NoteWriter {
  /** Marks what was said of an output as heard. @returns whether it was not heard before. */
  hear(said: Pick<OutputComment, 'logId' | 'sequence'>): Promise<boolean>;
  /** Queues a note, without the link where its output is deleted; one that is queued under the same ref is replaced, and keeps its turn. */
  queue(note: Note): Promise<void>;
  /** @returns whether there was such a queued note. */
  withdraw(ref: string): Promise<boolean>;
  /** Takes notes out of the queue for a version. @returns the refs of those that were queued. */
  use(refs: readonly string[], version: number): Promise<string[]>;
  count(): Promise<number>;
  /** The oldest ones, as they read now. */
  read(max: number): Promise<ReadNote[]>;
  /** As `use`, of those alone that read as they did. */
  useAsRead(notes: readonly DraftedNote[], version: number): Promise<void>;
}

export interface NoteReader {
  /** Oldest first. */
  listQueued(key: DocumentKey): Promise<Note[]>;
  /** The documents of a workspace that have a queued note with this ref; two at most. */
  findDocuments(workspaceId: string, ref: string): Promise<DocumentKey[]>;
}
