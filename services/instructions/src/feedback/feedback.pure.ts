import { createHash } from 'node:crypto';

import {
  type OutputsDecided,
  type OutputsTaught,
  QUEUED_NOTES_MAX,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { DocumentNames } from '../documents/documents.pure.ts';

/** A note that waits for the next version. */
export interface Note {
  /** Identifies it among the queued notes of its document. */
  readonly ref: string;
  readonly comment: string;
  /** As the sender names it. */
  readonly author: string | null;
  /** The output that it is about; null also once that is deleted. */
  readonly logId: string | null;
  readonly queuedAt: Date;
  /** The sender. */
  readonly queuedBy: string;
}

/** A queued note in its state at some time. */
export interface ReadNote extends Note {
  /** Identifies the note permanently. */
  readonly seq: string;
  readonly revision: number;
}

/** The reference to a note that a suggestion stores, enough to know whether the note is unchanged. */
export type DraftedNote = Pick<ReadNote, 'seq' | 'revision' | 'ref'>;

/** Caller-chosen ids of outputs are only unique within a workspace. */
export interface OutputRef {
  readonly workspaceId: string;
  readonly logId: string;
}

/** A comment about an output, from a decision or a lesson. */
export interface OutputComment extends OutputRef {
  /** The event's sequence number among those about the output. */
  readonly sequence: number;
  readonly projectId: string;
  readonly taskId: string;
  readonly comment: string;
  readonly by: string;
}

/** The comment of a decision, if that rejected or changed the output. */
export function commentOfDecision(decided: OutputsDecided): OutputComment | null {
  const { workspaceId, id: logId, sequence, decidedBy: by, decision, comment } = decided;
  const { projectId, taskId = null } = decided;
  if (decision !== 'changed' && decision !== 'rejected') return null;
  if (comment === null || projectId === undefined || taskId === null) return null;
  return { workspaceId, logId, sequence, projectId, taskId, comment, by };
}

/** Null if the output belongs to no task, and so to no instructions. */
export function commentOfLesson(taught: OutputsTaught): OutputComment | null {
  const { workspaceId, id: logId, sequence, taughtBy: by, comment, projectId, taskId } = taught;
  return taskId === null ? null : { workspaceId, logId, sequence, projectId, taskId, comment, by };
}

// The same comment about the same output is one note, even if a lesson is sent twice.
const HASH_LENGTH = 16;

export function refOf({ logId, comment }: OutputComment): string {
  const hash = createHash('sha256').update(comment, 'utf8').digest('hex').slice(0, HASH_LENGTH);
  return `output:${logId}:${hash}`;
}

/** The result for a comment: `queued` now or before, or the reason why it was not. */
export type Queued = 'queued' | 'no_instructions' | 'queue_full';

export function queueIsFull({ project, task }: DocumentNames): AppError {
  return new AppError(
    'CONFLICT',
    `${project} / ${task} has ${QUEUED_NOTES_MAX} queued notes, the maximum. ` +
      'Save a version that uses some, or withdraw some first.',
  );
}

export function noSuchNote(ref: string): AppError {
  return new AppError('NOT_FOUND', `No queued note has the ref ${ref}.`);
}

export function refMissing(): AppError {
  return new AppError('VALIDATION_FAILED', 'A ref is required.', {
    fields: { ref: 'Required.' },
  });
}

export function halfNamed(project: string | undefined): AppError {
  const missing = project === undefined ? 'project' : 'task';
  return new AppError('VALIDATION_FAILED', 'Send project and task together.', {
    fields: { [missing]: 'Required if the other one is sent.' },
  });
}

export function ambiguousRef(): AppError {
  const fault = 'Required: several queued notes have this ref.';
  return new AppError('VALIDATION_FAILED', 'Several queued notes have this ref.', {
    fields: { project: fault, task: fault },
  });
}
