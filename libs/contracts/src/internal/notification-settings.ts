import { Type } from '@sinclair/typebox';

import { NotificationSettings, NotificationSettingsChange } from '../notification-settings.ts';
import { operationsOf } from '../operation.ts';
import { INTERNAL } from './shared.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'review' });

/** Whom a workspace has told of its outputs, with its webhook URL in full. */
export const readNotificationSettings = operation({
  id: 'readNotificationSettings',
  path: '/internal/notification-settings',
  summary: 'Get the notification settings of a workspace',
  body: Type.Object({ workspaceId: Type.String() }),
  responses: { 200: NotificationSettings },
});

/**
 * Changes whom a workspace has told of its outputs. It holds for what happens after the answer. Faults
 * are named by the fields of the change.
 */
export const changeNotificationSettings = operation({
  id: 'changeNotificationSettings',
  method: 'PATCH',
  path: '/internal/notification-settings',
  summary: 'Change the notification settings of a workspace',
  body: Type.Object({
    workspaceId: Type.String(),
    change: NotificationSettingsChange,
    /** Says only whether it may be; nothing changes. */
    isTrial: Type.Boolean(),
  }),
  responses: { 200: NotificationSettings },
  errors: ['VALIDATION_FAILED'],
});
