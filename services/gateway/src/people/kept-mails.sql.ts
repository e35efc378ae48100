import {
  type Encryptor,
  type Mail,
  makeSealedColumn,
  openOrNull,
  type SealedColumn,
  type SqlClient,
} from '@output-review/runtime';

export interface KeptMail {
  /** Blank where it is of no workspace. */
  readonly workspaceId: string;
  readonly mail: Mail & { readonly id: string };
  /** When it is given up. */
  readonly until: Date;
}

export interface MailStore {
  readonly db: SqlClient;
  readonly encryptor: Encryptor;
}

/** Keeps a mail, once, until it is dropped; not where its workspace has been deleted meanwhile. */
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

// One after the other, they are through before anybody takes them again.
const TAKEN_MAX = 10;

interface TakenMail extends Omit<KeptMail, 'mail'> {
  readonly id: string;
  /** Null where it cannot be opened with the keys that are set. */
  readonly mail: KeptMail['mail'] | null;
}

/** Takes mails that are due, which nobody else does until `nextAt`. */
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

export const sealedMails = (db: SqlClient): SealedColumn =>
  makeSealedColumn(db, {
    what: 'emails that wait for the mail server',
    table: 'kept_mails',
    key: ['workspace_id', 'id'],
    column: 'sealed',
    place: 'id',
  });
