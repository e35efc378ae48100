import type { INTERNAL_OPERATIONS, NotificationSettingsChange } from '@output-review/contracts';
import { AppError, type FieldMessages } from '@output-review/errors';
import { canonicalJson, type EgressGuard, type RequestOf } from '@output-review/runtime';
import { unredacted, type KnownState } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import { changeDestinations } from './destinations.ts';
import {
  changeNotifications,
  findNotificationFaults,
  type Notifications,
} from './notifications.pure.ts';
import {
  lockChannels,
  readNotifications,
  saveNotifications,
  settleChannels,
} from './notifications.sql.ts';

/**
 * Changes the notification settings of a workspace, with effect from the response on.
 *
 * @throws AppError VALIDATION_FAILED with all errors. Nothing is changed then.
 */
export async function changeNotificationSettings(
  ctx: Context,
  { body, ...origin }: RequestOf<typeof INTERNAL_OPERATIONS.changeNotificationSettings>,
): Promise<Notifications> {
  const { workspaceId, change, isTrial } = body;
  const { clock, encryptor, sendsMails } = ctx;
  // Resolves host names before anything is locked.
  const uncallable = await findUrlFaults(ctx.egress, change);
  if (!isTrial) await settleChannels(ctx.db, workspaceId);
  return changeDestinations(ctx, workspaceId, async (tx) => {
    if (!isTrial) await lockChannels(tx, workspaceId);
    const before = await readNotifications(tx, workspaceId, encryptor);
    const after = changeNotifications(before, change);
    const fields = { ...findNotificationFaults({ before, after }, { sendsMails }), ...uncallable };
    if (Object.keys(fields).length > 0) {
      throw new AppError('VALIDATION_FAILED', 'The settings are invalid. See `fields`.', {
        fields,
      });
    }
    if (isTrial || canonicalJson(before) === canonicalJson(after)) return before;
    await saveNotifications(tx, workspaceId, { before, after, clock, encryptor });
    tx.audit(origin, {
      workspaceId,
      action: 'settings.changed',
      target: { kind: 'workspace', id: workspaceId },
      ...{ before: auditedSettings(before), after: auditedSettings(after) },
    });
    return after;
  });
}

const URL_FIELDS = ['slackWebhookUrl', 'outboundWebhookUrl'] as const;

async function findUrlFaults(
  egress: Pick<EgressGuard, 'validateUrl'>,
  change: NotificationSettingsChange,
): Promise<FieldMessages> {
  const faults: Record<string, string> = {};
  const find = async (field: (typeof URL_FIELDS)[number]): Promise<void> => {
    const url = change[field];
    const fault = url === undefined || url === null ? null : await egress.validateUrl(url);
    if (fault !== null) faults[field] = fault;
  };
  await Promise.all(URL_FIELDS.map(find));
  return faults;
}

/** Addresses are secret or personal: the audit log hides them. */
function auditedSettings({
  email,
  slack,
  slackApp,
  webhook,
  webhookEvents,
  decisionReasons,
  slackDigest,
  emailDigest,
  ...flags
}: Notifications): KnownState {
  return {
    ...flags,
    emailNotificationsEnabled: email.isEnabled,
    notificationEmail: email.address,
    slackNotificationsEnabled: slack.isEnabled,
    slackWebhookUrl: slack.address,
    slackTeamId: slackApp?.teamId ?? null,
    slackAppId: slackApp?.appId ?? null,
    slackChannel: slackApp?.channel ?? null,
    slackBotToken: slackApp?.botToken ?? null,
    slackSigningSecret: slackApp?.signingSecret ?? null,
    webhookEnabled: webhook.isEnabled,
    outboundWebhookUrl: webhook.address,
    outboundWebhookEvents: unredacted(webhookEvents),
    slackDigest: unredacted(slackDigest),
    emailDigest: unredacted(emailDigest),
    decisionReasons: unredacted(
      decisionReasons.map(({ id, isActive }) => (isActive ? id : `${id} (retired)`)),
    ),
  };
}
