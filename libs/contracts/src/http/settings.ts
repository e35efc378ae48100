import { Type } from '@sinclair/typebox';

import { JudgeSettings, JudgeSettingsChange } from '../judge-settings.ts';
import { defineOperation } from '../operation.ts';
import { ROLES } from '../principal.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';

const TAG = 'Settings';

const NotYet = { description: 'Not served by this version.' };

export const SettingsSchema = Type.Object({
  workspaceId: Type.String(),
  workspaceName: Type.String(),
  currentUserRole: OneOf(ROLES),
  canManageWorkspace: Type.Boolean({ description: 'Whether this session may change anything.' }),
  tokenHint: Nullable(
    Type.String({ description: 'The last 4 characters of the workspace token; null without one.' }),
  ),
  tokenLastUsedAt: Nullable(Timestamp),
  notifyOnFlag: Type.Boolean(NotYet),
  notifyOnError: Type.Boolean(NotYet),
  emailNotificationsEnabled: Type.Boolean(NotYet),
  notificationEmail: Nullable(Type.String(NotYet)),
  slackNotificationsEnabled: Type.Boolean(NotYet),
  hasSlackWebhook: Type.Boolean(NotYet),
  webhookEnabled: Type.Boolean(NotYet),
  outboundWebhookUrl: Nullable(Type.String(NotYet)),
  outboundWebhookEvents: Type.Array(Type.String(), NotYet),
  tokensMayDecide: Type.Boolean(),
  allowDeadlineApproval: Type.Boolean(NotYet),
  queueDecisionComments: Type.Boolean(NotYet),
  ...JudgeSettings.properties,
  retentionDays: Nullable(Type.Integer({ description: 'Null: outputs are kept.' })),
  mediaQuotaBytes: Nullable(
    Type.Integer({ description: 'How many bytes of files the workspace may have.' }),
  ),
  usage: Type.Object({
    outputs: Type.Integer({ description: 'Outputs that exist.' }),
    mediaBytes: Type.Integer({
      description: 'Bytes of its files; an upload that no output names yet counts as announced.',
    }),
  }),
});

const SettingsChange = Type.Object({
  ...JudgeSettingsChange.properties,
  mediaQuotaBytes: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 0,
      'x-keepNull': true,
      description: 'At most the operator’s; null takes the operator’s. Files that are there stay.',
    }),
  ),
});

export const getSettings = defineOperation({
  id: 'getSettings',
  method: 'GET',
  path: '/api/settings',
  owner: 'gateway',
  summary: 'Settings of the workspace',
  tag: TAG,
  access: { role: 'viewer', scope: null },
  responses: { 200: SettingsSchema },
  errors: ['UNAUTHENTICATED'],
});

export const updateSettings = defineOperation({
  id: 'updateSettings',
  method: 'PATCH',
  path: '/api/settings',
  owner: 'gateway',
  summary: 'Change settings of the workspace',
  description:
    'What is left out stays. The change holds from the answer on: of judges for outputs that are ' +
    'evaluated after it, of room for files that come after it.',
  tag: TAG,
  access: { role: 'admin', scope: null },
  body: SettingsChange,
  responses: { 200: SettingsSchema },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED'],
});

export const SETTINGS_OPERATIONS = [getSettings, updateSettings] as const;
