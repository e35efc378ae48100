import type { Transaction } from '@output-review/runtime';

import type { DocumentKey } from '../../domain/document.ts';
import type { NoteWriter, ReadNote } from '../../use-cases/feedback/note-store.ts';
import { keyValues, OF_DOCUMENT } from '../documents/key-values.ts';
import { NOTE_COLUMNS } from './note-columns.ts';
import { linkOutput } from '../outputs/link-output.ts';

/** Writes the notes of a document whose row the transaction holds. */
export function makeNoteWriter(tx: Transaction, key: DocumentKey): NoteWriter {
  const { workspaceId } = key;
  return {
    hear: async ({ logId, sequence }) => {
      const { rowCount } = await tx.query(HEAR, [workspaceId, logId, sequence]);
      return rowCount === 1;
    },
    queue: async ({ ref, comment, author, logId, queuedAt, queuedBy }) => {
      const link = await linkOutput(tx, workspaceId, logId);
      await tx.query(QUEUE, [...keyValues(key), ref, comment, author, link, queuedAt, queuedBy]);
    },
    withdraw: async (ref) => {
      const { rowCount } = await tx.query(WITHDRAW, [...keyValues(key), ref]);
      return rowCount === 1;
    },
    use: async (refs, version) => {
      const values = [...keyValues(key), refs, version];
      const { rows } = await tx.query<{ ref: string }>(USE, values);
      return rows.map(({ ref }) => ref);
    },
    count: async () => {
      const { rows } = await tx.query<{ queued: number }>(COUNT, keyValues(key));
      return rows[0]?.queued ?? 0;
    },
    read: async (max) => {
      const { rows } = await tx.query<ReadNote>(READ, [...keyValues(key), max]);
      return rows;
    },
    useAsRead: async (notes, version) => {
      const seqs = notes.map(({ seq }) => seq);
      const revisions = notes.map(({ revision }) => revision);
      await tx.query(USE_AS_READ, [...keyValues(key), seqs, revisions, version]);
    },
  };
}

const HEAR = `
INSERT INTO heard_comments (workspace_id, log_id, sequence) VALUES ($1, $2, $3)
ON CONFLICT DO NOTHING`;

const QUEUE = `
INSERT INTO notes (workspace_id, project_id, task_id, ref, comment, author, log_id, queued_at, queued_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (workspace_id, project_id, task_id, ref) WHERE used_in IS NULL DO UPDATE SET
  comment = excluded.comment, author = excluded.author, log_id = excluded.log_id,
  queued_at = excluded.queued_at, queued_by = excluded.queued_by, revision = notes.revision + 1`;

const WITHDRAW = `DELETE FROM notes WHERE ${OF_DOCUMENT} AND ref = $4 AND used_in IS NULL`;

const USE = `
UPDATE notes SET used_in = $5 WHERE ${OF_DOCUMENT} AND ref = ANY ($4::text[]) AND used_in IS NULL
RETURNING ref`;

const READ = `
SELECT seq, revision, ${NOTE_COLUMNS} FROM notes WHERE ${OF_DOCUMENT} AND used_in IS NULL
ORDER BY seq LIMIT $4`;

const USE_AS_READ = `
UPDATE notes SET used_in = $6
FROM unnest($4::bigint[], $5::integer[]) AS drafted (seq, revision)
WHERE ${OF_DOCUMENT} AND notes.seq = drafted.seq AND notes.revision = drafted.revision
  AND used_in IS NULL`;

const COUNT = `
SELECT count(*)::integer AS queued FROM notes WHERE ${OF_DOCUMENT} AND used_in IS NULL`;
