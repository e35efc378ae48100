import { Type } from '@sinclair/typebox';

import { NotificationSettings, NotificationSettingsChange } from '../notification-settings.ts';
import { defineOperation } from '../operation.ts';

/** Whom a workspace has told of its outputs, with its webhook URL in full. */
export const readNotificationSettings = defineOperation({
  id: 'readNotificationSettings',
  method: 'POST',
  path: '/internal/notification-settings',
  owner: 'review',
  summary: 'Get the notification settings of a workspace',
  tag: 'internal',
  access: 'internal',
  body: Type.Object({ workspaceId: Type.String() }),
  responses: { 200: NotificationSettings },
  errors: [],
});

/**
 * Changes whom a workspace has told of its outputs. It holds for what happens after the answer. Faults
 * are named by the fields of the change.
 */
export const changeNotificationSettings = defineOperation({
  id: 'changeNotificationSettings',
  method: 'PATCH',
  path: '/internal/notification-settings',
  owner: 'review',
  summary: 'Change the notification settings of a workspace',
  tag: 'internal',
  access: 'internal',
  body: Type.Object({
    workspaceId: Type.String(),
    change: NotificationSettingsChange,
    /** Says only whether it may be; nothing changes. */
    isTrial: Type.Boolean(),
  }),
  responses: { 200: NotificationSettings },
  errors: ['VALIDATION_FAILED'],
});
