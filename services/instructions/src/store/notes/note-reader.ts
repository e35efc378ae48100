import type { Database } from '@output-review/runtime';

import type { DocumentKey } from '../../domain/document.ts';
import type { Note, NoteReader } from '../../use-cases/feedback/note-store.ts';
import { keyValues, OF_DOCUMENT } from '../documents/key-values.ts';
import { NOTE_COLUMNS } from './note-columns.ts';

export function makeNoteReader(db: Database): NoteReader {
  return {
    listQueued: async (key) => {
      const { rows } = await db.query<Note>(LIST_QUEUED, keyValues(key));
      return rows;
    },
    findDocuments: async (workspaceId, ref) => {
      const { rows } = await db.query<DocumentKey>(FIND_DOCUMENTS, [workspaceId, ref]);
      return rows;
    },
  };
}

const LIST_QUEUED = `
SELECT ${NOTE_COLUMNS} FROM notes WHERE ${OF_DOCUMENT} AND used_in IS NULL ORDER BY seq`;

// Two are enough to know that one is not the only one.
const FIND_DOCUMENTS = `
SELECT workspace_id AS "workspaceId", project_id AS "projectId", task_id AS "taskId"
FROM notes WHERE workspace_id = $1 AND ref = $2 AND used_in IS NULL LIMIT 2`;
