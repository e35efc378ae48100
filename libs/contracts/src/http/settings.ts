import { Type } from '@sinclair/typebox';

import { changeJudgeSettings } from '../internal/judge-settings.ts';
import { changeNotificationSettings } from '../internal/notification-settings.ts';
import { JudgeSettings, JudgeSettingsChange } from '../judge-settings.ts';
import { NotificationSettings, NotificationSettingsChange } from '../notification-settings.ts';
import { defineOperation } from '../operation.ts';
import { ROLES } from '../principal.ts';
import { Nullable, OneOf, PATCH, Timestamp } from '../schema/nullable.ts';
import { Name } from './shared.ts';

const TAG = 'Settings';

const OwnFlags = {
  tokensMayDecide: Type.Boolean({ description: 'Whether tokens may decide, and teach.' }),
  allowDeadlineApproval: Type.Boolean({
    description: 'Whether submissions may ask to be approved by their deadline.',
  }),
  queueDecisionComments: Type.Boolean({
    description: 'Whether the comment of a decision `changed` or `rejected` becomes a note.',
  }),
};

// A hundred years: whoever wants more wants them kept.
const RETENTION_DAYS_MAX = 36_500;

const RetentionDays = Type.Unsafe<number | null>({
  ...{ type: ['integer', 'null'], minimum: 1, maximum: RETENTION_DAYS_MAX, 'x-keepNull': true },
  description:
    'Outputs go so many days after they were made, but for those that wait for a decision. Null: ' +
    'they are kept.',
});

export const SettingsSchema = Type.Object({
  workspaceId: Type.String(),
  workspaceName: Type.String(),
  currentUserRole: OneOf(ROLES),
  canManageWorkspace: Type.Boolean({ description: 'Whether this session may change anything.' }),
  tokenHint: Nullable(
    Type.String({ description: 'The last 4 characters of the workspace token; null without one.' }),
  ),
  tokenLastUsedAt: Nullable(Timestamp),
  ...NotificationSettings.properties,
  ...OwnFlags,
  ...JudgeSettings.properties,
  retentionDays: RetentionDays,
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

const SettingsChange = Type.Object(
  {
    workspaceName: Type.Optional(Name),
    tokensMayDecide: Type.Optional(OwnFlags.tokensMayDecide),
    allowDeadlineApproval: Type.Optional(OwnFlags.allowDeadlineApproval),
    queueDecisionComments: Type.Optional(OwnFlags.queueDecisionComments),
    retentionDays: Type.Optional(RetentionDays),
    ...NotificationSettingsChange.properties,
    ...JudgeSettingsChange.properties,
    mediaQuotaBytes: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        'x-keepNull': true,
        description:
          'At most the operator’s; null takes the operator’s. Files that are there stay.',
      }),
    ),
  },
  PATCH,
);

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
    'What is left out stays; null clears what may be empty; a fault of one changes nothing. The change holds from the answer on: of ' +
    'judges for outputs that are evaluated after it, of room for files that come after it, of ' +
    'notifications for what happens after it. ' +
    '`queueDecisionComments` and `retentionDays` follow within moments.',
  tag: TAG,
  access: { role: 'admin', scope: null },
  onward: [changeJudgeSettings, changeNotificationSettings],
  body: SettingsChange,
  responses: { 200: SettingsSchema },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED'],
});

export const SETTINGS_OPERATIONS = [getSettings, updateSettings] as const;
