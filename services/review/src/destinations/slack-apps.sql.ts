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

/** The Slack app of a workspace, null if it has none. */
export async function findSlackApp(
  sql: SqlClient,
  encryptor: Pick<Encryptor, 'open'>,
  workspaceId: string,
): Promise<SlackApp | null> {
  const { rows } = await sql.query<SlackAppRow>(`${FIND} WHERE a.workspace_id = $1`, [workspaceId]);
  return rows[0] ? toSlackApp(rows[0], encryptor) : null;
}

/** The token of the Slack app of a workspace, also without a destination. */
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
  /** The workspace of the output in the request, null for none. */
  readonly workspaceId: string | null;
  readonly hasSigned: (signingSecret: string) => boolean;
}

// Any workspace may claim an app, and anyone may send a request: each secret that is tried takes time.
const TRIED_MAX = 3;

/**
 * The workspace whose app signed a request, null for none. Of the workspaces that claim these IDs, tries the one in the
 * request first.
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
  /** Null removes it. */
  readonly app: SlackApp | null;
}

// Secrets are removed only with their app. A missing one of the same app is one that could not be decrypted.
const KEPT = '(slack_apps.team_id, slack_apps.app_id) = (excluded.team_id, excluded.app_id)';

/** Saves everything but the channel, which its destination has. */
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

/** The destinations of active Slack apps. */
export async function listActiveApps(db: SqlClient): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    "SELECT id FROM destinations WHERE kind = 'slack_app' AND is_active",
  );
  return rows.map(({ id }) => id);
}

/** Supersedes failed deletions, so that they are sent again to an app that can reach its messages again. */
export async function forgetDeadDeletions(tx: SqlClient, destinationId: string): Promise<void> {
  await tx.query(
    `UPDATE deliveries SET state = 'superseded' WHERE destination_id = $1 AND state = 'dead' AND event = 'deleted'`,
    [destinationId],
  );
}
