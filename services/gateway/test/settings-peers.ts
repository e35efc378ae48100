import {
  INTERNAL_OPERATIONS,
  type JudgeSettings,
  NOTIFICATION_DEFAULTS,
  type NotificationSettings,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

/** An evaluator without judges, which accepts only the switch and refuses a default judge. */
export function judgeRoutes(): Route[] {
  let judges: JudgeSettings = {
    ...{ defaultJudgeProvider: null, judgeProviders: [], skipJudgesWhenFlagged: false },
  };
  return [
    implement(INTERNAL_OPERATIONS.readJudgeSettings, async () => ({ status: 200, body: judges })),
    implement(INTERNAL_OPERATIONS.changeJudgeSettings, async ({ body: { change } }) => {
      if (change.defaultJudgeProvider !== undefined) throw refusal('defaultJudgeProvider');
      const { skipJudgesWhenFlagged = judges.skipJudgesWhenFlagged } = change;
      judges = { ...judges, skipJudgesWhenFlagged };
      return { status: 200, body: judges };
    }),
  ];
}

const QUOTA_BYTES_MAX = 1_000;

/** A media service with a quota of at most 1,000 bytes per workspace. */
export function quotaRoutes(): Route[] {
  let mediaQuotaBytes = QUOTA_BYTES_MAX;
  const usage = () => ({ mediaQuotaBytes, mediaBytes: 0 });
  return [
    implement(INTERNAL_OPERATIONS.readMediaUsage, async () => ({ status: 200, body: usage() })),
    implement(INTERNAL_OPERATIONS.changeMediaQuota, async ({ body }) => {
      const wanted = body.mediaQuotaBytes ?? QUOTA_BYTES_MAX;
      if (wanted > QUOTA_BYTES_MAX) throw refusal('mediaQuotaBytes');
      if (!body.isTrial) mediaQuotaBytes = wanted;
      return { status: 200, body: usage() };
    }),
  ];
}

export const WEBHOOK_URL = 'https://hooks.example.com/services/secret';
export const MAILBOX = 'team@example.com';

/** A review service that refuses Slack, and already has a webhook and an email address. */
export function notificationRoutes(): Route[] {
  let settings: NotificationSettings = {
    ...NOTIFICATION_DEFAULTS,
    ...{ outboundWebhookUrl: WEBHOOK_URL, notificationEmail: MAILBOX },
  };
  return [
    implement(INTERNAL_OPERATIONS.readNotificationSettings, async () => ({
      status: 200,
      body: settings,
    })),
    implement(INTERNAL_OPERATIONS.changeNotificationSettings, async ({ body }) => {
      const { slackNotificationsEnabled, notifyOnFlag = settings.notifyOnFlag } = body.change;
      const { notificationEmail = settings.notificationEmail } = body.change;
      if (slackNotificationsEnabled === true) throw refusal('slackNotificationsEnabled');
      if (!body.isTrial) settings = { ...settings, notifyOnFlag, notificationEmail };
      return { status: 200, body: settings };
    }),
  ];
}

function refusal(field: string): AppError {
  return new AppError('VALIDATION_FAILED', 'No.', { fields: { [field]: 'No.' } });
}
