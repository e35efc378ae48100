import type { NotificationSettingsChange } from '@output-review/contracts';
import { AppError, type FieldMessages } from '@output-review/errors';
import { type AuditOrigin, asIs, canonicalJson, type KnownState } from '@output-review/runtime';

import {
  changeNotifications,
  findNotificationFaults,
  type Notifications,
} from '../../domain/destinations/notifications.ts';
import type { ChangeDestinations } from './destination-changes.ts';

export interface NotificationsRequest {
  readonly workspaceId: string;
  readonly change: NotificationSettingsChange;
  /** Says only whether it may be; nothing changes. */
  readonly isTrial: boolean;
}

interface Deps {
  readonly change: ChangeDestinations;
  readonly findUrlFault: (url: string) => Promise<string | null>;
  /** Whether the operator has set how mails are sent. */
  readonly sendsMails: boolean;
}

export type ChangeNotifications = (
  request: NotificationsRequest,
  origin: AuditOrigin,
) => Promise<Notifications>;

/**
 * Changes whom a workspace has told of its outputs, from the answer on.
 *
 * @throws AppError VALIDATION_FAILED with all faults; nothing is changed then.
 */
export const makeChangeNotifications =
  ({ change: changeDestinations, findUrlFault, sendsMails }: Deps): ChangeNotifications =>
  async ({ workspaceId, change, isTrial }, origin) => {
    // Names are looked up before anything is locked.
    const uncallable = await findUrlFaults(change, findUrlFault);
    return changeDestinations(origin, workspaceId, async (changes) => {
      const before = await changes.notifications();
      const after = changeNotifications(before, change);
      const fields = {
        ...findNotificationFaults({ before, after }, { sendsMails }),
        ...uncallable,
      };
      if (Object.keys(fields).length > 0) {
        throw new AppError('VALIDATION_FAILED', 'The settings are not valid; see fields.', {
          fields,
        });
      }
      if (isTrial || canonicalJson(before) === canonicalJson(after)) return before;
      await changes.saveNotifications(after);
      changes.audit({
        action: 'settings.changed',
        target: { kind: 'workspace', id: workspaceId },
        ...{ before: toldOf(before), after: toldOf(after) },
      });
      return after;
    });
  };

const URL_FIELDS = ['slackWebhookUrl', 'outboundWebhookUrl'] as const;

async function findUrlFaults(
  change: NotificationSettingsChange,
  findUrlFault: Deps['findUrlFault'],
): Promise<FieldMessages> {
  const faults: Record<string, string> = {};
  const find = async (field: (typeof URL_FIELDS)[number]): Promise<void> => {
    const url = change[field];
    const fault = url === undefined || url === null ? null : await findUrlFault(url);
    if (fault !== null) faults[field] = fault;
  };
  await Promise.all(URL_FIELDS.map(find));
  return faults;
}

/** Addresses are capabilities, or of persons: the audit hides them. */
function toldOf({ email, slack, webhook, webhookEvents, ...flags }: Notifications): KnownState {
  return {
    ...flags,
    emailNotificationsEnabled: email.isEnabled,
    notificationEmail: email.address,
    slackNotificationsEnabled: slack.isEnabled,
    slackWebhookUrl: slack.address,
    webhookEnabled: webhook.isEnabled,
    outboundWebhookUrl: webhook.address,
    outboundWebhookEvents: asIs(webhookEvents),
  };
}
