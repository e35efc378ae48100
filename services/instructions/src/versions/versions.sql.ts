import { createHash } from 'node:crypto';

import { instructionsChanged, LISTED_VERSIONS_MAX } from '@output-review/contracts';
import type { Database } from '@output-review/runtime';
import { unredacted, type AuditOrigin, type Tx } from '@output-review/shared-kernel';

import type { DocumentKey, Version, VersionOrigin } from '../documents/documents.pure.ts';
import {
  type ActiveNumber,
  keyValues,
  linkOutput,
  OF_DOCUMENT,
  VERSION_COLUMNS,
} from '../documents/documents.sql.ts';
import type { VersionText } from './versions.pure.ts';

/** The newest versions, newest first; empty if there is no document. */
export async function listVersions(db: Database, key: DocumentKey): Promise<Version[]> {
  const { rows } = await db.query<Version>(LIST_VERSIONS, [...keyValues(key), LISTED_VERSIONS_MAX]);
  return rows;
}

/** Null if the document has no such version. */
export async function findText(
  db: Database,
  key: DocumentKey,
  number: number,
): Promise<VersionText | null> {
  const values = [...keyValues(key), number];
  const { rows } = await db.query<Version & { readonly content: string }>(FIND_TEXT, values);
  const [row] = rows;
  if (!row) return null;
  const { content: text, ...version } = row;
  return { version, text };
}

export interface NewVersion {
  /** The result of `lockDocument`. */
  readonly active: ActiveNumber;
  readonly text: string;
  readonly origin: VersionOrigin;
  readonly createdAt: Date;
  readonly by: AuditOrigin;
}

/** Adds the next version of a locked document, makes it active, publishes and audits it. */
export async function addVersion(
  tx: Tx,
  key: DocumentKey,
  { active, text, origin, createdAt, by }: NewVersion,
): Promise<VersionText> {
  const { workspaceId, taskId } = key;
  const { source, createdBy, teachComment, logId } = origin;
  const version = (active?.version ?? 0) + 1;
  const hash = createHash('sha256').update(text, 'utf8').digest('hex');
  await tx.query(SET_ACTIVE, [...keyValues(key), version]);
  const link = await linkOutput(tx, workspaceId, logId);
  await tx.query(ADD_VERSION, [
    ...keyValues(key),
    ...[version, text, hash, source, createdAt, createdBy, teachComment, link],
  ]);
  tx.publish(instructionsChanged, {
    key: `${workspaceId}/${key.projectId}/${taskId}`,
    at: createdAt,
    data: { ...key, version, hash, source, changedAt: createdAt.toISOString() },
  });
  tx.audit(by, {
    workspaceId,
    action: 'instructions.version_saved',
    target: { kind: 'instructions', id: taskId },
    ...(logId !== null && { logId }),
    before: active && { version: active.version },
    after: { version, content: text, source: unredacted(source), teachComment },
  });
  return { version: { ...origin, version, hash, createdAt }, text };
}

const LIST_VERSIONS = `
SELECT ${VERSION_COLUMNS} FROM versions v WHERE ${OF_DOCUMENT}
ORDER BY version DESC LIMIT $4`;

const FIND_TEXT = `
SELECT ${VERSION_COLUMNS}, v.content FROM versions v WHERE ${OF_DOCUMENT} AND version = $4`;

const SET_ACTIVE = `
INSERT INTO documents (workspace_id, project_id, task_id, version) VALUES ($1, $2, $3, $4)
ON CONFLICT (workspace_id, project_id, task_id) DO UPDATE SET version = excluded.version`;

const ADD_VERSION = `
INSERT INTO versions (workspace_id, project_id, task_id, version, content, hash, source, created_at,
  created_by, teach_comment, log_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;
