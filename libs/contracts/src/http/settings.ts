import { Type } from '@sinclair/typebox';

import { changeJudgeSettings } from '../internal/judge-settings.ts';
import { changeNotificationSettings } from '../internal/notification-settings.ts';
import { JudgeSettings, JudgeSettingsChange } from '../judges.ts';
import { NotificationSettings, NotificationSettingsChange } from '../notification-settings.ts';
import { operationsOf } from '../operation.ts';
import { ROLES } from '../principal.ts';
import { Nullable, OneOf, PATCH, Timestamp } from '../schema/nullable.ts';
import { Count, Name } from './shared.ts';

const operation = operationsOf({ owner: 'gateway', tag: 'Settings' });

const OwnFlags = {
  tokensMayDecide: Type.Boolean({ description: 'Whether tokens can decide and teach.' }),
  allowDeadlineApproval: Type.Boolean({
    description: 'Whether submissions can ask to be approved at their deadline.',
  }),
  queueDecisionComments: Type.Boolean({
    description:
      'Whether the comment of a decision `changed` or `rejected` is queued as a note for the ' +
      'instructions.',
  }),
};

// A hundred years. For longer retention, keep outputs forever.
const RETENTION_DAYS_MAX = 36_500;

const RetentionDays = Type.Unsafe<number | null>({
  ...{ type: ['integer', 'null'], minimum: 1, maximum: RETENTION_DAYS_MAX, 'x-keepNull': true },
  description:
    'Retention period in days. Outputs are deleted this many days after they were created, ' +
    'but not while they wait for a decision, within a day of it or of their pass, nor while an event about ' +
    'them is undelivered. Null: outputs are kept indefinitely.',
});

const SettingsSchema = Type.Object({
  workspaceId: Type.String(),
  workspaceName: Type.String(),
  currentUserRole: OneOf(ROLES),
  canManageWorkspace: Type.Boolean({ description: 'Whether this session can change settings.' }),
  tokenHint: Nullable(
    Type.String({
      description: 'The last 4 characters of the workspace token. Null if there is none.',
    }),
  ),
  tokenLastUsedAt: Nullable(Timestamp),
  ...NotificationSettings.properties,
  ...OwnFlags,
  ...JudgeSettings.properties,
  retentionDays: RetentionDays,
  mediaQuotaBytes: Nullable(Count({ description: 'File storage quota in bytes.' })),
  usage: Type.Object({
    outputs: Count({ description: 'Number of existing outputs.' }),
    mediaBytes: Count({
      description:
        'Total size of files in bytes. An upload that no output uses yet counts with its ' +
        'announced size.',
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
          'File storage quota in bytes, up to the operator’s limit. Null: the operator’s ' +
          'limit. Existing files are kept.',
      }),
    ),
  },
  PATCH,
);

export const getSettings = operation({
  id: 'getSettings',
  method: 'GET',
  path: '/api/settings',
  summary: 'Get the settings of the workspace',
  access: { role: 'viewer', scope: null },
  responses: { 200: SettingsSchema },
});

export const updateSettings = operation({
  id: 'updateSettings',
  method: 'PATCH',
  path: '/api/settings',
  summary: 'Update the settings of the workspace',
  description:
    'Fields that you leave out do not change. Null clears a field that can be empty. If one ' +
    'field is invalid, nothing changes. Changes apply as soon as the response is sent: judge ' +
    'settings to outputs evaluated after it, the storage quota to files that arrive after it, ' +
    'and notification settings to events after it. `queueDecisionComments` and `retentionDays` ' +
    'take effect moments later.',
  access: { role: 'admin', scope: null },
  onward: [changeJudgeSettings, changeNotificationSettings],
  body: SettingsChange,
  responses: { 200: SettingsSchema },
});

export const SETTINGS_OPERATIONS = [getSettings, updateSettings] as const;
