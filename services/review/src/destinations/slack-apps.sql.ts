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

export type SlackAppOf = SlackApp & { readonly workspaceId: string };

/** The apps that workspaces say to have under these IDs; whose it is their signing secret tells. */
export async function findSlackAppsByIds(
  sql: SqlClient,
  encryptor: Pick<Encryptor, 'open'>,
  { teamId, appId }: Pick<SlackApp, 'teamId' | 'appId'>,
): Promise<SlackAppOf[]> {
  const { rows } = await sql.query<SlackAppRow>(
    `${FIND} WHERE a.team_id = $1 AND a.app_id = $2 AND d.is_active ORDER BY a.workspace_id`,
    [teamId, appId],
  );
  return rows.map((row) => ({ ...toSlackApp(row, encryptor), workspaceId: row.workspace_id }));
}

function toSlackApp(row: SlackAppRow, encryptor: Pick<Encryptor, 'open'>): SlackApp {
  const place = placeOfSlackApp(row.workspace_id);
  const open = (sealed: string | null) =>
    sealed === null ? null : openOrNull(encryptor, sealed, place);
  return {
    ...{ teamId: row.team_id, appId: row.app_id, channel: row.channel ?? '' },
    botToken: open(row.bot_token_sealed),
    signingSecret: open(row.signing_secret_sealed),
  };
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
