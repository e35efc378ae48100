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

/** Keeps a mail, once, until it is dropped. */
export async function keepMail(
  { db, encryptor }: MailStore,
  { workspaceId, mail, until }: KeptMail,
  dueAt: Date,
): Promise<void> {
  await db.query(
    `INSERT INTO kept_mails (workspace_id, id, sealed, due_at, until)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [workspaceId, mail.id, encryptor.seal(JSON.stringify(mail), mail.id), dueAt, until],
  );
}

// Each has a connection to the mail server.
const TAKEN_MAX = 10;

/** Takes mails that are due, which nobody else does until `nextAt`. One that cannot be read is dropped. */
export async function takeDueMails(
  { db, encryptor }: MailStore,
  { now, nextAt }: { readonly now: Date; readonly nextAt: Date },
): Promise<readonly KeptMail[]> {
  const { rows } = await db.query<KeptRow>(TAKE_DUE, [now, nextAt, TAKEN_MAX]);
  const kept: KeptMail[] = [];
  for (const { id, sealed, ...row } of rows) {
    const text = openOrNull(encryptor, sealed, id);
    if (text === null) await dropMail(db, row.workspaceId, id);
    else kept.push({ ...row, mail: JSON.parse(text) as KeptMail['mail'] });
  }
  return kept;
}

interface KeptRow extends Omit<KeptMail, 'mail'> {
  readonly id: string;
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
