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

/** Caller-chosen ids of outputs are unique inside a workspace only. */
export interface OutputRef {
  readonly workspaceId: string;
  readonly logId: string;
}

/** What a person said of an output when deciding it, or to teach. */
export interface OutputComment extends OutputRef {
  /** The number of the event among those about the output. */
  readonly sequence: number;
  readonly projectId: string;
  readonly taskId: string;
  readonly comment: string;
  readonly by: string;
}

/** What a decision says to the instructions: only that of an output which was not good as it was. */
export function commentOfDecision(decided: OutputsDecided): OutputComment | null {
  const { workspaceId, id: logId, sequence, decidedBy: by, decision, comment } = decided;
  const { projectId, taskId = null } = decided;
  if (decision !== 'changed' && decision !== 'rejected') return null;
  if (comment === null || projectId === undefined || taskId === null) return null;
  return { workspaceId, logId, sequence, projectId, taskId, comment, by };
}

/** Null where the output is of no task, and so of no instructions. */
export function commentOfLesson(taught: OutputsTaught): OutputComment | null {
  const { workspaceId, id: logId, sequence, taughtBy: by, comment, projectId, taskId } = taught;
  return taskId === null ? null : { workspaceId, logId, sequence, projectId, taskId, comment, by };
}

// The same words about the same output are one note, also where somebody sends a lesson twice.
const HASH_LENGTH = 16;

export function refOf({ logId, comment }: OutputComment): string {
  const hash = createHash('sha256').update(comment, 'utf8').digest('hex').slice(0, HASH_LENGTH);
  return `output:${logId}:${hash}`;
}

/** What became of a comment: `queued` now or before, or nothing, and why. */
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
