import { Type } from '@sinclair/typebox';

import { NotificationSettings, NotificationSettingsChange } from '../notification-settings.ts';
import { INTERNAL, operationsOf } from '../operation.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'review' });

/** The notification settings of a workspace, with the full webhook URL. */
export const readNotificationSettings = operation({
  id: 'readNotificationSettings',
  path: '/internal/notification-settings',
  summary: 'Get the notification settings of a workspace',
  body: Type.Object({ workspaceId: Type.String() }),
  responses: { 200: NotificationSettings },
});

/**
 * Changes the notification settings of a workspace. The change takes effect for events after the call returns. Faults
 * use the field names of the change.
 */
export const changeNotificationSettings = operation({
  id: 'changeNotificationSettings',
  method: 'PATCH',
  path: '/internal/notification-settings',
  summary: 'Change the notification settings of a workspace',
  body: Type.Object({
    workspaceId: Type.String(),
    change: NotificationSettingsChange,
    /** Only validates the change; nothing is stored. */
    isTrial: Type.Boolean(),
  }),
  responses: { 200: NotificationSettings },
  errors: ['VALIDATION_FAILED'],
});
