import type { Database } from '@output-review/runtime';

import type { DocumentKey, Version } from '../../domain/document.ts';
import type { DocumentReader, ListedDocument } from '../../use-cases/documents/document-store.ts';
import { keyValues, OF_DOCUMENT } from './key-values.ts';
import { VERSION_COLUMNS } from './version-columns.ts';

export function makeDocumentReader(db: Database): DocumentReader {
  return {
    list: async (workspaceId) => {
      const { rows } = await db.query<ListedRow>(LIST, [workspaceId]);
      return rows.map(toListed);
    },
    findActive: async (key) => {
      const { rows } = await db.query<ActiveRow>(FIND_ACTIVE, keyValues(key));
      const [row] = rows;
      if (!row) return null;
      const { hasPendingSuggestion, ...version } = row;
      return { version, hasPendingSuggestion };
    },
    listVersions: async (key) => {
      const { rows } = await db.query<Version>(LIST_VERSIONS, keyValues(key));
      return rows;
    },
    findVersion: async (key, version) => {
      const { rows } = await db.query<Version>(FIND_VERSION, [...keyValues(key), version]);
      return rows[0] ?? null;
    },
    readText: (key, version) => readText(db, key, version),
  };
}

async function readText(db: Database, key: DocumentKey, version: number): Promise<string> {
  const { rows } = await db.query<{ content: string }>(READ_TEXT, [...keyValues(key), version]);
  const [row] = rows;
  if (!row) throw new Error(`A document has no version ${version}`);
  return row.content;
}

interface ActiveRow extends Version {
  readonly hasPendingSuggestion: boolean;
}

interface ListedRow extends ActiveRow {
  readonly projectName: string;
  readonly taskName: string;
  readonly queuedCount: number;
}

function toListed(row: ListedRow): ListedDocument {
  const { projectName, taskName, hasPendingSuggestion, queuedCount, ...version } = row;
  return { projectName, taskName, version, hasPendingSuggestion, queuedCount };
}

const IS_PENDING = `
EXISTS (
  SELECT FROM suggestions s
  WHERE s.workspace_id = d.workspace_id AND s.project_id = d.project_id AND s.task_id = d.task_id
    AND s.state = 'ready'
) AS "hasPendingSuggestion"`;

const QUEUED = `
(
  SELECT count(*)::int FROM notes n
  WHERE n.workspace_id = d.workspace_id AND n.project_id = d.project_id AND n.task_id = d.task_id
    AND n.used_in IS NULL
) AS "queuedCount"`;

const ACTIVE = `
FROM documents d JOIN versions v USING (workspace_id, project_id, task_id, version)`;

const LIST = `
SELECT ${VERSION_COLUMNS}, ${IS_PENDING}, ${QUEUED},
  p.name AS "projectName", t.name AS "taskName"
${ACTIVE}
JOIN registry_entries p
  ON p.workspace_id = d.workspace_id AND p.kind = 'project' AND p.id = d.project_id
JOIN registry_entries t
  ON t.workspace_id = d.workspace_id AND t.kind = 'task' AND t.id = d.task_id
WHERE d.workspace_id = $1
ORDER BY p.name, t.name, d.project_id, d.task_id`;

const FIND_ACTIVE = `SELECT ${VERSION_COLUMNS}, ${IS_PENDING} ${ACTIVE} WHERE ${OF_DOCUMENT}`;
const LIST_VERSIONS = `
SELECT ${VERSION_COLUMNS} FROM versions v WHERE ${OF_DOCUMENT} ORDER BY version DESC`;
const FIND_VERSION = `
SELECT ${VERSION_COLUMNS} FROM versions v WHERE ${OF_DOCUMENT} AND version = $4`;
const READ_TEXT = `SELECT content FROM versions WHERE ${OF_DOCUMENT} AND version = $4`;
