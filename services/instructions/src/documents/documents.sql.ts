import type { Database, SqlClient, Transaction } from '@output-review/runtime';

import type { ActiveVersion, DocumentKey, ListedDocument, Version } from './documents.pure.ts';

/** For statements whose first three parameters identify a document. */
export const OF_DOCUMENT = 'workspace_id = $1 AND project_id = $2 AND task_id = $3';

export function keyValues({ workspaceId, projectId, taskId }: DocumentKey): string[] {
  return [workspaceId, projectId, taskId];
}

/** The columns of a version `v`, without its text. */
export const VERSION_COLUMNS = `
  v.version, v.hash, v.source, v.created_at AS "createdAt", v.created_by AS "createdBy",
  v.teach_comment AS "teachComment", v.log_id AS "logId"`;

/** Ordered by the names of project and task. */
export async function listDocuments(db: Database, workspaceId: string): Promise<ListedDocument[]> {
  const { rows } = await db.query<ListedRow>(LIST, [workspaceId]);
  return rows.map(({ projectName, taskName, hasPendingSuggestion, queuedCount, ...version }) => ({
    ...{ projectName, taskName, version, hasPendingSuggestion, queuedCount },
  }));
}

/** Null if there is no document. */
export async function findActive(db: Database, key: DocumentKey): Promise<ActiveVersion | null> {
  const { rows } = await db.query<ActiveRow>(FIND_ACTIVE, keyValues(key));
  const [row] = rows;
  if (!row) return null;
  const { hasPendingSuggestion, ...version } = row;
  return { version, hasPendingSuggestion };
}

/** The text of a version. @throws Error if the version does not exist */
export async function readText(db: SqlClient, key: DocumentKey, version: number): Promise<string> {
  const { rows } = await db.query<{ content: string }>(READ_TEXT, [...keyValues(key), version]);
  const [row] = rows;
  if (!row) throw new Error(`A document has no version ${version}`);
  return row.content;
}

/** The number of the active version; null if there is no document yet. */
export type ActiveNumber = Pick<Version, 'version'> | null;

/** Locks the active version until the transaction ends. Without a document, blocks the creation of documents too. */
export async function lockDocument(tx: Transaction, key: DocumentKey): Promise<ActiveNumber> {
  const active = await lockActive(tx, key);
  if (active) return active;
  await lockRegistry(tx, key.workspaceId);
  return lockActive(tx, key);
}

/** A transaction that has waited for the lock gets the row in its new state. */
async function lockActive(tx: Transaction, key: DocumentKey): Promise<ActiveNumber> {
  const { rows } = await tx.query<{ version: number }>(LOCK, keyValues(key));
  return rows[0] ?? null;
}

/**
 * Until the transaction ends, blocks others from creating a document of the workspace, and from closing any of its
 * projects or tasks.
 */
export async function lockRegistry(tx: SqlClient, workspaceId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('registry/' || $1, 0))`, [
    workspaceId,
  ]);
}

/** Whether any document of a workspace belongs to a project, or to a task. */
export const IN_USE = {
  project: 'SELECT 1 FROM documents WHERE workspace_id = $1 AND project_id = $2 LIMIT 1',
  task: 'SELECT 1 FROM documents WHERE workspace_id = $1 AND task_id = $2 LIMIT 1',
};

/**
 * Links to an output. To avoid deadlocks, a transaction links before it writes to notes, in the same order as a
 * deletion.
 *
 * @returns the id to store; null if the output is deleted
 */
export async function linkOutput(
  tx: Transaction,
  workspaceId: string,
  logId: string | null,
): Promise<string | null> {
  if (logId === null) return null;
  return (await linkOutputs(tx, workspaceId, [logId])).has(logId) ? logId : null;
}

/** Like `linkOutput`, for many outputs. @returns those that are not deleted */
export async function linkOutputs(
  tx: Transaction,
  workspaceId: string,
  logIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await tx.query<{ log_id: string; is_deleted: boolean }>(LINK, [
    workspaceId,
    logIds,
  ]);
  return new Set(rows.filter((row) => !row.is_deleted).map((row) => row.log_id));
}

interface ActiveRow extends Version {
  readonly hasPendingSuggestion: boolean;
}

interface ListedRow extends ActiveRow {
  readonly projectName: string;
  readonly taskName: string;
  readonly queuedCount: number;
}

const IS_PENDING = `
EXISTS (
  SELECT FROM suggestions s
  WHERE s.workspace_id = d.workspace_id AND s.project_id = d.project_id AND s.task_id = d.task_id
    AND s.state = 'ready' AND s.base_version = d.version
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
const READ_TEXT = `SELECT content FROM versions WHERE ${OF_DOCUMENT} AND version = $4`;
const LOCK = `SELECT version FROM documents WHERE ${OF_DOCUMENT} FOR UPDATE`;

// In the lock order of a deletion.
const LINK = `
INSERT INTO linked_outputs AS o (workspace_id, log_id, is_deleted)
SELECT DISTINCT $1, log_id, false FROM unnest($2::text[]) AS log_id ORDER BY log_id
ON CONFLICT (workspace_id, log_id) DO UPDATE SET is_deleted = o.is_deleted
RETURNING log_id, is_deleted`;
