import { formatNumber } from '../../formats.ts';

export const texts = {
  title: 'Settings',
  description: 'The settings of this workspace. Changes apply as soon as they’re saved.',
  readOnly: 'The settings of this workspace. Only admins can change them.',
  saved: 'Saved',
  workspace: 'Workspace',
  name: 'Name',
  decisions: 'Decisions',
  switches: {
    tokensMayDecide: {
      label: 'Let tokens decide and teach',
      hint: 'If off, only people can decide, whatever scopes a token has.',
    },
    allowDeadlineApproval: {
      label: 'Let deadlines approve',
      hint: 'An output can ask to be approved if nobody decides in time and no rule failed.',
    },
    blindApprovals: {
      label: 'Hide who approved until the decision',
      hint: 'For outputs that need several approvals, so that nobody follows the others.',
    },
    queueDecisionComments: {
      label: 'Queue comments as notes for the instructions',
      hint: 'Comments on decisions that reject or change an output. A suggestion can be drafted from them.',
    },
    skipJudgesWhenFlagged: {
      label: 'Skip judges if an exact rule failed',
      hint: 'The output is flagged anyway, and you save the cost of the model.',
    },
    notifyOnFlag: {
      label: 'Notify Slack and email when a rule flags an output',
      hint: 'When a person flags an output, they’re always notified.',
    },
    notifyOnError: {
      label: 'Notify Slack and email when an output couldn’t be evaluated',
      hint: 'For example, because a judge didn’t answer or a rule broke.',
    },
    slackNotificationsEnabled: {
      label: 'Send to Slack',
      hint: 'Uses this incoming webhook.',
    },
    emailNotificationsEnabled: {
      label: 'Send by email',
      hint: 'Uses this address.',
    },
    webhookEnabled: {
      label: 'Send to a webhook',
      hint: 'Signed according to Standard Webhooks. To get the secret, rotate it under Destinations.',
    },
  },
  reasons: 'Reasons for rejecting',
  reasonsHint:
    'Reviewers choose one of them when they reject, by the keys 1 to 9. Turn one off to retire it: decisions that gave it keep it.',
  addReason: 'Add reason',
  reasonName: 'Reason',
  renameReason: (name: string) => `Rename “${name}”`,
  judges: 'Judges',
  noJudges: 'Rules use the judge that the operator of this installation set up, if any.',
  addJudge: 'Add provider',
  editJudge: (name: string) => `Edit ${name}`,
  removeJudge: (name: string) => `Remove ${name}`,
  removeJudgeText:
    'Its key is deleted. Rules that name this provider then use the operator’s, or fail if the operator has none.',
  removeJudgeDo: 'Remove',
  provider: 'Provider',
  model: 'Model',
  baseUrl: 'API base URL',
  baseUrlHint: 'In the form that OpenAI clients use (…/v1). Leave empty for the provider’s own.',
  apiKey: 'API key',
  apiKeyHint: 'The key is never shown again.',
  apiKeyKept:
    'Leave empty to keep the stored key. If you change the base URL, enter the key again.',
  prices: {
    inputPerMillion: 'USD per million input tokens',
    outputPerMillion: 'USD per million output tokens',
  },
  pricesHint:
    'With both prices, the cost of this model is known even if the provider doesn’t report it.',
  hasKey: 'Key stored',
  noKey: 'No key',
  defaultJudge: 'Default judge',
  defaultJudgeHint: 'One of the providers above. Used for rules that don’t name a provider.',
  operatorsJudge: 'The operator’s judge',
  notifications: 'Notifications',
  slack: 'Slack',
  slackUrl: 'Incoming webhook',
  slackHint: 'For example: https://hooks.slack.com/services/… The URL is never shown again.',
  slackKept: 'A webhook is stored, but never shown. Enter a new one to replace it.',
  email: 'Email',
  emailAddress: 'Email address',
  webhook: 'Webhook',
  webhookUrl: 'Webhook URL',
  takeAway: 'Remove',
  retention: 'Retention',
  retentionDays: 'Retention period, in days',
  retentionHint: (n: number) =>
    `Older outputs are deleted, except those waiting for a decision. There ${n === 1 ? 'is 1 output' : `are ${formatNumber(n)} outputs`} now.`,
  forever: 'Unlimited',
  files: 'Files',
  quota: 'File storage quota, in MiB',
  quotaHint: 'Up to the operator’s limit. Leave empty to use all of it. Existing files are kept.',
  used: (used: string) => `${used} used`,
  usedOf: (used: string, quota: string) => `${used} of ${quota} used`,
  erase: 'Erase this workspace',
  eraseText:
    'Tokens, members and invitations are deleted immediately; outputs, files and everything else within minutes. People keep their accounts. You can’t undo this.',
  eraseDo: 'Erase',
  eraseTitle: (name: string) => `Erase ${name}?`,
  eraseName: (name: string) => `Type “${name}” to confirm`,
} as const;
