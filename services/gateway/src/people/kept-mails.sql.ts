import { type Encryptor, type Mail, openOrNull, type SqlClient } from '@output-review/runtime';
import type { SealedColumn } from '@output-review/shared-kernel';

export interface KeptMail {
  /** Blank if it belongs to no workspace. */
  readonly workspaceId: string;
  readonly mail: Mail & { readonly id: string };
  /** When it is given up. */
  readonly until: Date;
}

export interface MailStore {
  readonly db: SqlClient;
  readonly encryptor: Encryptor;
}

/** Stores a mail until it is dropped, unless it is stored already or its workspace has been deleted. */
export async function keepMail(
  { db, encryptor }: MailStore,
  { workspaceId, mail, until }: KeptMail,
  dueAt: Date,
): Promise<void> {
  await db.query(
    `INSERT INTO kept_mails (workspace_id, id, sealed, due_at, until)
     SELECT $1, $2, $3, $4::timestamptz, $5::timestamptz
     WHERE $1 = '' OR EXISTS (SELECT FROM workspaces WHERE id = $1 AND deleted_at IS NULL)
     ON CONFLICT DO NOTHING`,
    [workspaceId, mail.id, encryptor.seal(JSON.stringify(mail), mail.id), dueAt, until],
  );
}

// Few enough to be sent one after the other before they can be taken again.
const TAKEN_MAX = 10;

interface TakenMail extends Omit<KeptMail, 'mail'> {
  readonly id: string;
  /** Null if it cannot be decrypted with the configured keys. */
  readonly mail: KeptMail['mail'] | null;
}

/** Takes due mails. No other gateway takes them until `nextAt`. */
export async function takeDueMails(
  { db, encryptor }: MailStore,
  { now, nextAt }: { readonly now: Date; readonly nextAt: Date },
): Promise<readonly TakenMail[]> {
  const { rows } = await db.query<KeptRow>(TAKE_DUE, [now, nextAt, TAKEN_MAX]);
  return rows.map(({ sealed, ...row }) => {
    const text = openOrNull(encryptor, sealed, row.id);
    return { ...row, mail: text === null ? null : (JSON.parse(text) as KeptMail['mail']) };
  });
}

interface KeptRow extends Omit<TakenMail, 'mail'> {
  readonly sealed: string;
}

const TAKE_DUE = `
UPDATE kept_mails SET due_at = $2
WHERE (workspace_id, id) IN (
  SELECT workspace_id, id FROM kept_mails WHERE due_at <= $1
  ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
RETURNING workspace_id AS "workspaceId", id, sealed, until`;

export async function dropMail(db: SqlClient, workspaceId: string, id: string): Promise<void> {
  await db.query('DELETE FROM kept_mails WHERE workspace_id = $1 AND id = $2', [workspaceId, id]);
}

export const SEALED_MAILS: SealedColumn = {
  what: 'emails that wait for the mail server',
  table: 'kept_mails',
  key: ['workspace_id', 'id'],
  column: 'sealed',
  place: 'id',
  // Without a mail server, nothing removes those past their deadline.
  condition: 'until > now()',
};
