import type { DecisionReason, DigestInterval, OutputEvent } from '@output-review/contracts';
import {
  type Clock,
  type Database,
  newId,
  type Encryptor,
  type SqlClient,
} from '@output-review/runtime';

import { originOf, placeOfDestination } from './destinations.pure.ts';
import { forgetDigestItems, rescheduleDigest } from './digest-items.sql.ts';
import {
  DESTINATION_COLUMNS,
  type DestinationRow,
  settleAllWaiting,
  settleByPages,
  settleWaiting,
  toDestination,
} from './destinations.sql.ts';
import {
  type Channel,
  eventsOfChannels,
  eventsOfSlackApp,
  type Notifications,
  type Sides,
  UNCHANGED_NOTIFICATIONS,
} from './notifications.pure.ts';
import { newSigningSecret } from './secrets.ts';
import { findSlackApp, forgetDeadDeletions, saveSlackApp } from './slack-apps.sql.ts';

const CHANNEL_KINDS = ['email', 'slack', 'slack_app', 'webhook'] as const;

type ChannelKind = (typeof CHANNEL_KINDS)[number];

interface FlagsRow {
  readonly notify_on_flag: boolean;
  readonly notify_on_error: boolean;
  readonly decision_reasons: string | null;
  readonly blind_approvals: boolean | null;
}

/** The notification settings of a workspace. */
export async function readNotifications(
  db: SqlClient,
  workspaceId: string,
  encryptor: Pick<Encryptor, 'open'>,
): Promise<Notifications> {
  const { rows: flags } = await db.query<FlagsRow>(
    `SELECT notify_on_flag, notify_on_error, decision_reasons, blind_approvals FROM notification_settings
     WHERE workspace_id = $1`,
    [workspaceId],
  );
  const { rows } = await db.query<DestinationRow & { digest: DigestInterval | null }>(
    `SELECT ${DESTINATION_COLUMNS}, d.digest FROM destinations d
     WHERE d.workspace_id = $1 AND d.kind = ANY ($2::text[])`,
    [workspaceId, CHANNEL_KINDS],
  );
  const found = new Map(rows.map((row) => [row.kind, toDestination(row, encryptor)]));
  const channel = (kind: ChannelKind): Channel => {
    const { address = null, isActive = false, isUrlLost = false } = found.get(kind) ?? {};
    return { address: isUrlLost ? null : address, isEnabled: isActive, isUrlLost };
  };
  const digestOf = (kind: ChannelKind) => rows.find((row) => row.kind === kind)?.digest ?? 'off';
  return {
    notifyOnFlag: flags[0]?.notify_on_flag ?? UNCHANGED_NOTIFICATIONS.notifyOnFlag,
    notifyOnError: flags[0]?.notify_on_error ?? UNCHANGED_NOTIFICATIONS.notifyOnError,
    ...{ email: channel('email'), slack: channel('slack'), webhook: channel('webhook') },
    slackApp: await findSlackApp(db, encryptor, workspaceId),
    isSlackAppOn: channel('slack_app').isEnabled,
    webhookEvents: found.get('webhook')?.events ?? UNCHANGED_NOTIFICATIONS.webhookEvents,
    decisionReasons: readReasons(flags[0]?.decision_reasons ?? null),
    blindApprovals: flags[0]?.blind_approvals ?? UNCHANGED_NOTIFICATIONS.blindApprovals,
    ...{ slackDigest: digestOf('slack'), emailDigest: digestOf('email') },
  };
}

function readReasons(text: string | null): readonly DecisionReason[] {
  return text === null
    ? UNCHANGED_NOTIFICATIONS.decisionReasons
    : (JSON.parse(text) as DecisionReason[]);
}

/** The decision reasons of a workspace. */
export async function findReasons(
  db: SqlClient,
  workspaceId: string,
): Promise<readonly DecisionReason[]> {
  const { rows } = await db.query<Pick<FlagsRow, 'decision_reasons'>>(
    'SELECT decision_reasons FROM notification_settings WHERE workspace_id = $1',
    [workspaceId],
  );
  return readReasons(rows[0]?.decision_reasons ?? null);
}

interface Sealing {
  readonly clock: Clock;
  readonly encryptor: Encryptor;
}

/** Must come before they are read for a change: a channel that is disabled for failures meanwhile must stay off. */
export async function lockChannels(tx: SqlClient, workspaceId: string): Promise<void> {
  await tx.query(
    `SELECT FROM destinations WHERE workspace_id = $1 AND kind = ANY ($2::text[])
     ORDER BY id FOR UPDATE`,
    [workspaceId, CHANNEL_KINDS],
  );
}

/**
 * Saves the settings and ends waiting deliveries of channels that are turned off. A new address resets failures.
 * Requires the lock on the channels.
 */
export async function saveNotifications(
  tx: SqlClient,
  workspaceId: string,
  { before, after: notifications, clock, encryptor }: Sealing & Sides,
): Promise<void> {
  await saveFlags(tx, workspaceId, notifications);
  await saveSlackApp(tx, encryptor, { workspaceId, app: notifications.slackApp });
  const channels: { id: string; kind: ChannelKind }[] = [];
  for (const kind of CHANNEL_KINDS) {
    const id = await destinationOf(tx, { workspaceId, kind, clock, encryptor });
    channels.push({ id, kind });
  }
  const enabled = channels.filter(({ kind }) => channelOf(notifications, kind).isEnabled);
  await settleAllWaiting(
    tx,
    enabled.map(({ id }) => id),
  );
  const turnedOff: string[] = [];
  for (const { id, kind } of channels) {
    const { address, isEnabled, isUrlLost } = channelOf(notifications, kind);
    const isUrl = address !== null && (kind === 'slack' || kind === 'webhook');
    const { rows } = await tx.query<{ was_off: boolean }>(
      `UPDATE destinations d SET
         url_sealed = CASE WHEN $8 THEN d.url_sealed ELSE $2 END,
         address = CASE WHEN $8 THEN d.address ELSE $3 END, events = $4, is_active = $5,
         ended_reason = CASE WHEN NOT $5 THEN d.ended_reason END,
         failing_since = CASE WHEN NOT $5 OR d.is_active AND $9 THEN d.failing_since END,
         digest = $6, digest_from = CASE WHEN d.digest = $6 THEN d.digest_from ELSE $7 END
       FROM destinations before WHERE d.id = $1 AND before.id = d.id
       RETURNING NOT before.is_active AND before.address IS NOT DISTINCT FROM d.address AS was_off`,
      [
        id,
        isUrl ? encryptor.seal(address, placeOfDestination(id)) : null,
        isUrl ? originOf(address) : address,
        ...[eventsOf(notifications, kind), isEnabled],
        digestOf(notifications, kind),
        clock.now(),
        isUrlLost,
        isSameTarget({ before, after: notifications }, kind),
      ],
    );
    // This change must not drop what was gathered for a channel that is disabled for failures.
    if (!isEnabled && !rows[0]?.was_off) turnedOff.push(id);
  }
  await settleWaiting(tx, turnedOff);
  for (const { id, kind } of enabled) {
    if (!isSameTarget({ before, after: notifications }, kind)) await forgetDeadDeletions(tx, id);
  }
  // After the deliveries, like a deletion.
  for (const { id } of enabled) await rescheduleDigest(tx, id, clock.now());
  for (const id of turnedOff) await forgetDigestItems(tx, id);
}

/** Ends the waiting deliveries of channels that are off. */
export async function settleChannels(db: Database, workspaceId: string): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM destinations WHERE workspace_id = $1 AND kind = ANY ($2::text[]) AND NOT is_active`,
    [workspaceId, CHANNEL_KINDS],
  );
  for (const { id } of rows) await settleByPages(db, id);
}

async function saveFlags(
  tx: SqlClient,
  workspaceId: string,
  { notifyOnFlag, notifyOnError, decisionReasons, blindApprovals }: Notifications,
): Promise<void> {
  await tx.query(
    `INSERT INTO notification_settings (
       workspace_id, notify_on_flag, notify_on_error, decision_reasons, blind_approvals
     ) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (workspace_id) DO UPDATE SET
       notify_on_flag = excluded.notify_on_flag, notify_on_error = excluded.notify_on_error,
       decision_reasons = excluded.decision_reasons, blind_approvals = excluded.blind_approvals`,
    [workspaceId, notifyOnFlag, notifyOnError, JSON.stringify(decisionReasons), blindApprovals],
  );
}

function channelOf(notifications: Notifications, kind: ChannelKind): Channel {
  if (kind !== 'slack_app') return notifications[kind];
  const { slackApp, isSlackAppOn } = notifications;
  return { address: slackApp?.channel ?? null, isEnabled: isSlackAppOn, isUrlLost: false };
}

/** Whether the channel keeps its target and token. */
function isSameTarget({ before, after }: Sides, kind: ChannelKind): boolean {
  if (channelOf(before, kind).address !== channelOf(after, kind).address) return false;
  return kind !== 'slack_app' || before.slackApp?.botToken === after.slackApp?.botToken;
}

function eventsOf(notifications: Notifications, kind: ChannelKind): readonly OutputEvent[] {
  if (kind === 'webhook') return notifications.webhookEvents;
  return kind === 'slack_app' ? eventsOfSlackApp(notifications) : eventsOfChannels(notifications);
}

/** Null for none. */
function digestOf(
  { slackDigest, emailDigest }: Notifications,
  kind: ChannelKind,
): DigestInterval | null {
  const digest = kind === 'email' ? emailDigest : slackDigest;
  return kind === 'webhook' || digest === 'off' ? null : digest;
}

interface OwnDestination extends Sealing {
  readonly workspaceId: string;
  readonly kind: ChannelKind;
}

/** Its row. Created if missing: turned off and without an address. */
async function destinationOf(
  tx: SqlClient,
  { workspaceId, kind, clock, encryptor }: OwnDestination,
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM destinations WHERE workspace_id = $1 AND kind = $2',
    [workspaceId, kind],
  );
  if (rows[0]) return rows[0].id;
  const id = newId();
  const isSigned = kind === 'webhook';
  await tx.query(
    `INSERT INTO destinations (
       id, workspace_id, kind, source, events, secret_sealed, is_active, created_at
     ) VALUES ($1, $2, $3, 'settings', '{}', $4, false, $5)`,
    [
      ...[id, workspaceId, kind],
      isSigned ? encryptor.seal(newSigningSecret(), placeOfDestination(id)) : null,
      clock.now(),
    ],
  );
  return id;
}
