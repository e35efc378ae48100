import type { AuditEntry, AuditOrigin } from '@output-review/runtime';

import type { DocumentKey, Version } from '../../domain/document.ts';
import type { NoteWriter } from '../feedback/note-store.ts';
import type { SuggestionWriter } from '../suggestions/suggestion-store.ts';

/** The active version of a document. */
export interface ActiveVersion {
  readonly version: Version;
  readonly hasPendingSuggestion: boolean;
}

export interface ListedDocument extends ActiveVersion {
  readonly projectName: string;
  readonly taskName: string;
  /** Notes that wait for the next version. */
  readonly queuedCount: number;
}

export interface DocumentReader {
  /** By the names of project and task. */
  list(workspaceId: string): Promise<ListedDocument[]>;
  /** Null where there is no document. */
  findActive(key: DocumentKey): Promise<ActiveVersion | null>;
  /** Newest first; empty where there is no document. */
  listVersions(key: DocumentKey): Promise<Version[]>;
  findVersion(key: DocumentKey, version: number): Promise<Version | null>;
  /** The text of a version. @throws Error where there is no such version. */
  readText(key: DocumentKey, version: number): Promise<string>;
}

/** A version with its text. */
export interface NewVersionText {
  readonly version: Version;
  readonly text: string;
}

/** A document in a transaction that no other write to it overlaps. */
export interface DocumentWriter {
  /** The number of the active version; null where there is no document yet. */
  readonly active: Pick<Version, 'version'> | null;
  /** Whether a document may be made: false while its project or task is about to be deleted. */
  isOpen(): Promise<boolean>;
  /** Adds the next version, which becomes the active one, announces it and tells the audit. */
  add(version: NewVersionText, by: AuditOrigin): Promise<void>;
  /** Tells the audit what else is done in the document. */
  audit(by: AuditOrigin, done: Omit<AuditEntry, 'workspaceId'>): Promise<void>;
  readonly notes: NoteWriter;
  readonly suggestions: SuggestionWriter;
}

/** Runs writes to one document one after the other; what they announce is sent after the commit. */
export type ChangeDocument = <T>(
  key: DocumentKey,
  work: (document: DocumentWriter) => Promise<T>,
) => Promise<T>;
