import { QUEUED_NOTES_MAX } from '@output-review/contracts';
import type { Database, Transaction } from '@output-review/runtime';

import type { DocumentKey } from '../documents/documents.pure.ts';
import { keyValues, linkOutput, OF_DOCUMENT } from '../documents/documents.sql.ts';
import type { DraftedNote, Note, OutputComment, OutputRef, ReadNote } from './feedback.pure.ts';

/** Oldest first, up to the limit of a queue, which earlier releases did not enforce. */
export async function listQueued(db: Database, key: DocumentKey): Promise<Note[]> {
  const { rows } = await db.query<Note>(LIST_QUEUED, [...keyValues(key), QUEUED_NOTES_MAX]);
  return rows;
}

/** Up to two documents of a workspace that have a queued note with this ref. */
export async function findDocumentsWithNote(
  db: Database,
  workspaceId: string,
  ref: string,
): Promise<DocumentKey[]> {
  const { rows } = await db.query<DocumentKey>(FIND_DOCUMENTS, [workspaceId, ref]);
  return rows;
}

// The following functions write the notes of a document that the transaction has locked; see `lockDocument`.

/** Marks a comment about an output as processed. @returns false if it already was */
export async function markProcessed(
  tx: Transaction,
  { workspaceId, logId, sequence }: OutputComment,
): Promise<boolean> {
  const { rowCount } = await tx.query(MARK_PROCESSED, [workspaceId, logId, sequence]);
  return rowCount === 1;
}

/** Reverts `markProcessed`, so that the comment may be queued if its event is delivered again. */
export async function unmarkProcessed(
  tx: Transaction,
  { workspaceId, logId, sequence }: OutputComment,
): Promise<void> {
  await tx.query(UNMARK_PROCESSED, [workspaceId, logId, sequence]);
}

/**
 * Queues a note, without a link if its output is deleted. Replaces a note queued under the same ref, which keeps its
 * position.
 *
 * @returns false for a new note if the queue is full
 */
export async function insertNote(tx: Transaction, key: DocumentKey, note: Note): Promise<boolean> {
  const { ref, comment, author, logId, queuedAt, queuedBy } = note;
  if (!(await hasRoom(tx, key, ref))) return false;
  const link = await linkOutput(tx, key.workspaceId, logId);
  await tx.query(QUEUE, [...keyValues(key), ref, comment, author, link, queuedAt, queuedBy]);
  return true;
}

async function hasRoom(tx: Transaction, key: DocumentKey, ref: string): Promise<boolean> {
  const values = [...keyValues(key), ref, QUEUED_NOTES_MAX];
  const { rows } = await tx.query<{ hasRoom: boolean }>(HAS_ROOM, values);
  return rows[0]?.hasRoom === true;
}

/** @returns whether such a note was queued */
export async function deleteNote(tx: Transaction, key: DocumentKey, ref: string): Promise<boolean> {
  const { rowCount } = await tx.query(WITHDRAW, [...keyValues(key), ref]);
  return rowCount === 1;
}

/** Takes notes out of the queue for a version. @returns the refs of those that were queued */
export async function useNotes(
  tx: Transaction,
  key: DocumentKey,
  { refs, version }: { readonly refs: readonly string[]; readonly version: number },
): Promise<string[]> {
  const { rows } = await tx.query<{ ref: string }>(USE, [...keyValues(key), refs, version]);
  return rows.map(({ ref }) => ref);
}

/** Like `useNotes`, but only for notes that are unchanged. */
export async function useNotesAsRead(
  tx: Transaction,
  key: DocumentKey,
  { notes, version }: { readonly notes: readonly DraftedNote[]; readonly version: number },
): Promise<void> {
  const seqs = notes.map(({ seq }) => seq);
  const revisions = notes.map(({ revision }) => revision);
  await tx.query(USE_AS_READ, [...keyValues(key), seqs, revisions, version]);
}

export async function countNotes(tx: Transaction, key: DocumentKey): Promise<number> {
  const { rows } = await tx.query<{ queued: number }>(COUNT, keyValues(key));
  return rows[0]?.queued ?? 0;
}

/** The oldest notes in their current state. */
export async function readNotes(
  tx: Transaction,
  key: DocumentKey,
  max: number,
): Promise<ReadNote[]> {
  const { rows } = await tx.query<ReadNote>(READ, [...keyValues(key), max]);
  return rows;
}

/** Removes the links to deleted outputs, and prevents later ones. The linking rows stay. */
export function unlinkOutputs(db: Database, outputs: readonly OutputRef[]): Promise<void> {
  return db.transaction(async (tx) => {
    const sorted = outputs.toSorted(byKey);
    const values = [sorted.map((each) => each.workspaceId), sorted.map((each) => each.logId)];
    await tx.query(MARK_DELETED, values);
    await tx.query(UNLINK_NOTES, values);
    await tx.query(UNLINK_VERSIONS, values);
    await tx.query(UNLINK_SUGGESTIONS, values);
  });
}

/** One order for all, so that two consumers cannot deadlock. */
function byKey(one: OutputRef, other: OutputRef): number {
  const [a, b] = [one, other].map(({ workspaceId, logId }) => `${workspaceId}/${logId}`);
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

const NOTE_COLUMNS = `
  ref, comment, author, log_id AS "logId", queued_at AS "queuedAt", queued_by AS "queuedBy"`;

const LIST_QUEUED = `
SELECT ${NOTE_COLUMNS} FROM notes WHERE ${OF_DOCUMENT} AND used_in IS NULL ORDER BY seq LIMIT $4`;

// Two are enough to know that the ref is ambiguous.
const FIND_DOCUMENTS = `
SELECT workspace_id AS "workspaceId", project_id AS "projectId", task_id AS "taskId"
FROM notes WHERE workspace_id = $1 AND ref = $2 AND used_in IS NULL LIMIT 2`;

const MARK_PROCESSED = `
INSERT INTO heard_comments (workspace_id, log_id, sequence) VALUES ($1, $2, $3)
ON CONFLICT DO NOTHING`;

const UNMARK_PROCESSED = `
DELETE FROM heard_comments WHERE workspace_id = $1 AND log_id = $2 AND sequence = $3`;

const HAS_ROOM = `
SELECT count(*) < $5 OR coalesce(bool_or(ref = $4), false) AS "hasRoom"
FROM notes WHERE ${OF_DOCUMENT} AND used_in IS NULL`;

// A note that is sent again unchanged keeps its revision, so that it still matches a draft.
const QUEUE = `
INSERT INTO notes (workspace_id, project_id, task_id, ref, comment, author, log_id, queued_at, queued_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (workspace_id, project_id, task_id, ref) WHERE used_in IS NULL DO UPDATE SET
  comment = excluded.comment, author = excluded.author, log_id = excluded.log_id,
  queued_at = excluded.queued_at, queued_by = excluded.queued_by,
  revision = notes.revision
    + ((notes.comment, notes.author) IS DISTINCT FROM (excluded.comment, excluded.author))::integer`;

const WITHDRAW = `DELETE FROM notes WHERE ${OF_DOCUMENT} AND ref = $4 AND used_in IS NULL`;

// Statements about several notes lock them by `seq`: a deletion of outputs does not lock the document first.
const USE = `
UPDATE notes SET used_in = $5 WHERE seq IN (
  SELECT seq FROM notes WHERE ${OF_DOCUMENT} AND ref = ANY ($4::text[]) AND used_in IS NULL
  ORDER BY seq FOR UPDATE)
RETURNING ref`;

const READ = `
SELECT seq, revision, ${NOTE_COLUMNS} FROM notes WHERE ${OF_DOCUMENT} AND used_in IS NULL
ORDER BY seq LIMIT $4`;

const USE_AS_READ = `
UPDATE notes SET used_in = $6 WHERE seq IN (
  SELECT seq FROM notes
  JOIN unnest($4::bigint[], $5::integer[]) AS drafted (seq, revision) USING (seq, revision)
  WHERE ${OF_DOCUMENT} AND used_in IS NULL ORDER BY seq FOR UPDATE OF notes)`;

const COUNT = `
SELECT count(*)::integer AS queued FROM notes WHERE ${OF_DOCUMENT} AND used_in IS NULL`;

const GONE = 'unnest($1::text[], $2::text[]) AS gone (workspace_id, log_id)';

const MARK_DELETED = `
INSERT INTO linked_outputs (workspace_id, log_id, is_deleted)
SELECT DISTINCT ON (workspace_id, log_id) workspace_id, log_id, true FROM ${GONE}
ORDER BY workspace_id, log_id
ON CONFLICT (workspace_id, log_id) DO UPDATE SET is_deleted = true`;

const UNLINK_NOTES = `
UPDATE notes SET log_id = NULL WHERE seq IN (
  SELECT seq FROM notes JOIN ${GONE} USING (workspace_id, log_id) ORDER BY seq FOR UPDATE OF notes)`;

const UNLINK_VERSIONS = `
UPDATE versions v SET log_id = NULL FROM ${GONE}
WHERE v.workspace_id = gone.workspace_id AND v.log_id = gone.log_id`;

const UNLINK_SUGGESTIONS = `
UPDATE suggested_outputs s SET log_id = NULL FROM ${GONE}
WHERE s.workspace_id = gone.workspace_id AND s.log_id = gone.log_id`;
