import { type Encryptor, openOrNull, type SqlClient } from '@output-review/runtime';

import { placeOfSlackApp } from './destinations.pure.ts';
import type { SlackApp } from './notifications.pure.ts';

interface SlackAppRow {
  readonly workspace_id: string;
  readonly team_id: string;
  readonly app_id: string;
  readonly channel: string | null;
  readonly bot_token_sealed: string | null;
  readonly signing_secret_sealed: string | null;
}

const FIND = `
  SELECT a.*, d.address AS channel FROM slack_apps a
  JOIN destinations d ON d.workspace_id = a.workspace_id AND d.kind = 'slack_app'`;

/** The Slack app of a workspace; null where it has none. */
export async function findSlackApp(
  sql: SqlClient,
  encryptor: Pick<Encryptor, 'open'>,
  workspaceId: string,
): Promise<SlackApp | null> {
  const { rows } = await sql.query<SlackAppRow>(`${FIND} WHERE a.workspace_id = $1`, [workspaceId]);
  return rows[0] ? toSlackApp(rows[0], encryptor) : null;
}

/** The token of a workspace's app, also where it has no destination any more. */
export async function findBotToken(
  sql: SqlClient,
  encryptor: Pick<Encryptor, 'open'>,
  workspaceId: string,
): Promise<string | null> {
  const { rows } = await sql.query<Pick<SlackAppRow, 'bot_token_sealed'>>(
    'SELECT bot_token_sealed FROM slack_apps WHERE workspace_id = $1',
    [workspaceId],
  );
  return openSealed(encryptor, workspaceId, rows[0]?.bot_token_sealed ?? null);
}

interface Signed extends Pick<SlackApp, 'teamId' | 'appId'> {
  /** That of the output which the request is about; null for none. */
  readonly workspaceId: string | null;
  readonly hasSigned: (signingSecret: string) => boolean;
}

// Any workspace may say to have an app, and anybody may send a request: each secret that is tried takes time.
const TRIED_MAX = 3;

/**
 * The workspace whose app has signed a request: of those that say to have it under these IDs, the one that the
 * request is about is asked first. Null for none.
 */
export async function findSigner(
  sql: SqlClient,
  encryptor: Pick<Encryptor, 'open'>,
  { teamId, appId, workspaceId, hasSigned }: Signed,
): Promise<string | null> {
  const { rows } = await sql.query<SlackAppRow>(
    `${FIND} WHERE a.team_id = $1 AND a.app_id = $2 AND d.is_active
     ORDER BY a.workspace_id = $3::text DESC, a.workspace_id LIMIT ${TRIED_MAX}`,
    [teamId, appId, workspaceId],
  );
  const signer = rows.find(({ workspace_id: id, signing_secret_sealed: sealed }) => {
    const secret = openSealed(encryptor, id, sealed);
    return secret !== null && hasSigned(secret);
  });
  return signer?.workspace_id ?? null;
}

function toSlackApp(row: SlackAppRow, encryptor: Pick<Encryptor, 'open'>): SlackApp {
  const open = (sealed: string | null) => openSealed(encryptor, row.workspace_id, sealed);
  return {
    ...{ teamId: row.team_id, appId: row.app_id, channel: row.channel ?? '' },
    botToken: open(row.bot_token_sealed),
    signingSecret: open(row.signing_secret_sealed),
  };
}

function openSealed(
  encryptor: Pick<Encryptor, 'open'>,
  workspaceId: string,
  sealed: string | null,
): string | null {
  return sealed === null ? null : openOrNull(encryptor, sealed, placeOfSlackApp(workspaceId));
}

interface Saving {
  readonly workspaceId: string;
  /** Null takes it away. */
  readonly app: SlackApp | null;
}

// A secret is taken away with its app only: one of the same app that is missing could not be opened.
const KEPT = '(slack_apps.team_id, slack_apps.app_id) = (excluded.team_id, excluded.app_id)';

/** Saves all of it but the channel, which its destination has. */
export async function saveSlackApp(
  tx: SqlClient,
  { seal }: Pick<Encryptor, 'seal'>,
  { workspaceId, app }: Saving,
): Promise<void> {
  if (app === null) {
    await tx.query('DELETE FROM slack_apps WHERE workspace_id = $1', [workspaceId]);
    return;
  }
  const { teamId, appId, botToken, signingSecret } = app;
  const sealed = (secret: string | null) =>
    secret === null ? null : seal(secret, placeOfSlackApp(workspaceId));
  await tx.query(
    `INSERT INTO slack_apps (workspace_id, team_id, app_id, bot_token_sealed, signing_secret_sealed)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (workspace_id) DO UPDATE SET
       team_id = excluded.team_id, app_id = excluded.app_id,
       bot_token_sealed = coalesce(
         excluded.bot_token_sealed, CASE WHEN ${KEPT} THEN slack_apps.bot_token_sealed END
       ),
       signing_secret_sealed = coalesce(
         excluded.signing_secret_sealed, CASE WHEN ${KEPT} THEN slack_apps.signing_secret_sealed END
       )`,
    [workspaceId, teamId, appId, sealed(botToken), sealed(signingSecret)],
  );
}

/** The destinations of the apps that are told of outputs. */
export async function listActiveApps(db: SqlClient): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    "SELECT id FROM destinations WHERE kind = 'slack_app' AND is_active",
  );
  return rows.map(({ id }) => id);
}

/** Lets an app that may reach its messages again be told anew of what it was told in vain. */
export async function forgetDeadDeletions(tx: SqlClient, destinationId: string): Promise<void> {
  await tx.query(
    `UPDATE deliveries SET state = 'superseded' WHERE destination_id = $1 AND state = 'dead' AND event = 'deleted'`,
    [destinationId],
  );
}
