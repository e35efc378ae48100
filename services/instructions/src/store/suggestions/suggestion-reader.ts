import type { Database } from '@output-review/runtime';

import type { DocumentKey } from '../../domain/document.ts';
import type { Suggestion, SuggestionReader } from '../../use-cases/suggestions/suggestion-store.ts';
import { keyValues, OF_DOCUMENT } from '../documents/key-values.ts';
import { SUGGESTION_COLUMNS } from './suggestion-columns.ts';

export function makeSuggestionReader(db: Database): SuggestionReader {
  return {
    list: async (key) => {
      const { rows } = await db.query<Suggestion>(LIST, keyValues(key));
      return rows;
    },
    findDocument: async (workspaceId, id) => {
      const { rows } = await db.query<DocumentKey>(FIND_DOCUMENT, [workspaceId, id]);
      return rows[0] ?? null;
    },
  };
}

const LIST = `
SELECT ${SUGGESTION_COLUMNS} FROM suggestions WHERE ${OF_DOCUMENT} ORDER BY begun_at DESC, id DESC`;

const FIND_DOCUMENT = `
SELECT workspace_id AS "workspaceId", project_id AS "projectId", task_id AS "taskId"
FROM suggestions WHERE workspace_id = $1 AND id = $2`;
