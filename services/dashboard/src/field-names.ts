/** Names of API fields, shared by the forms and the audit log. */
export const fieldNames = {
  icon: 'Icon',
  reviewGroupId: 'Review group',
  escalationGroupId: 'Escalation group',
  llmJudgeProvider: 'Judge',
  llmJudgeModel: 'Model',
  judgeFiles: 'Send the output’s files to the judge',
  approvalsNeeded: 'Approvals needed',
  notSubmitter: 'The submitter can’t approve',
  approvalGroupIds: 'At least one approver from',
  tokensMayDecide: 'Let tokens decide and teach',
  allowDeadlineApproval: 'Let deadlines approve',
  blindApprovals: 'Hide who approved until the decision',
  queueDecisionComments: 'Queue comments as notes for the instructions',
  skipJudgesWhenFlagged: 'Skip judges if an exact rule failed',
  notifyOnFlag: 'Notify Slack and email when a rule flags an output',
  notifyOnError: 'Notify Slack and email when an output couldn’t be evaluated',
  slackNotificationsEnabled: 'Send to Slack',
  emailNotificationsEnabled: 'Send by email',
  webhookEnabled: 'Send to a webhook',
  notificationEmail: 'Email address',
  slackWebhookUrl: 'Incoming webhook',
  slackTeamId: 'Slack workspace',
  slackBotToken: 'Bot token',
  slackSigningSecret: 'Signing secret',
  slackDigest: 'Messages in Slack',
  emailDigest: 'Emails',
  outboundWebhookUrl: 'Webhook URL',
  decisionReasons: 'Reasons for rejecting',
  judgeProviders: 'Judges',
  defaultJudgeProvider: 'Default judge',
  retentionDays: 'Retention period, in days',
} as const;

/** Names of the modes of rules. */
export const ruleModes = { live: 'Live', shadow: 'Shadow', off: 'Off' } as const;

/** Names of the scopes of tokens. */
export const scopeNames = {
  ...{ submit: 'Submit', read: 'Read', decide: 'Decide' },
  ...{ instruct: 'Instruct', subscribe: 'Subscribe' },
} as const;

/** How often Slack or email gets a message. */
export const digestIntervals = {
  off: 'One for each output',
  PT5M: 'A digest every 5 minutes',
  PT15M: 'A digest every 15 minutes',
  PT1H: 'A digest every hour',
  P1D: 'A digest every day',
} as const;

/** Names of the types of rules. */
export const ruleTypes = {
  keyword_required: 'Phrase required',
  keyword_forbidden: 'Phrase forbidden',
  regex_required: 'Pattern required',
  regex_forbidden: 'Pattern forbidden',
  min_length: 'Minimum length',
  max_length: 'Maximum length',
  json_valid: 'Valid JSON',
  json_field_exists: 'Field exists',
  json_field_equals: 'Field equals',
  json_field_range: 'Field in range',
  json_field_boolean: 'Field is true or false',
  json_field_date: 'Field is a date',
  confidence_min: 'Minimum confidence',
  latency_max: 'Maximum latency',
  cost_max: 'Maximum cost',
  llm_judge: 'Judge',
} as const;
