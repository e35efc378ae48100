import { AppError } from '@output-review/errors';

import type { DocumentKey } from '../../domain/document.ts';
import type { ChangeDocument } from '../documents/document-store.ts';
import { type Asking, findPlace } from '../documents/place.ts';
import type { NoteReader } from './note-store.ts';

interface Deps {
  readonly notes: Pick<NoteReader, 'findDocuments'>;
  readonly changeDocument: ChangeDocument;
}

export interface WithdrawRequest {
  readonly ref: string;
  /** Both where several documents have a note with this ref. */
  readonly project: string | undefined;
  readonly task: string | undefined;
}

/**
 * Takes a note out of the queue.
 *
 * @returns how many are left in the queue of its document.
 * @throws AppError NOT_FOUND where no such note is queued; VALIDATION_FAILED where several are, and
 *   nobody said which.
 */
export const makeWithdrawNote =
  ({ notes, changeDocument }: Deps) =>
  async (asking: Asking, request: WithdrawRequest): Promise<number> => {
    const { ref } = request;
    const key = await findDocumentOf(request, asking, notes);
    if (!key) throw noSuchNote(ref);
    return changeDocument(key, async (document) => {
      if (!(await document.notes.withdraw(ref))) throw noSuchNote(ref);
      return document.notes.count();
    });
  };

async function findDocumentOf(
  { ref, project, task }: WithdrawRequest,
  asking: Asking,
  notes: Deps['notes'],
): Promise<DocumentKey | null> {
  if (project !== undefined && task !== undefined) {
    const place = await findPlace(asking, { project, task });
    return place?.key ?? null;
  }
  if (project !== undefined || task !== undefined) throw halfNamed(project);
  const [key, other] = await notes.findDocuments(asking.workspaceId, ref);
  if (other) throw ambiguous();
  return key ?? null;
}

function noSuchNote(ref: string): AppError {
  return new AppError('NOT_FOUND', `No queued note has the ref ${ref}.`);
}

function halfNamed(project: string | undefined): AppError {
  const missing = project === undefined ? 'project' : 'task';
  return new AppError('VALIDATION_FAILED', 'Project and task go together.', {
    fields: { [missing]: 'Is required beside the other one.' },
  });
}

function ambiguous(): AppError {
  const fault = 'Is required: several queued notes have this ref.';
  return new AppError('VALIDATION_FAILED', 'Several queued notes have this ref.', {
    fields: { project: fault, task: fault },
  });
}
