import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import {
  type Notifications,
  presentNotifications,
} from '../../domain/destinations/notifications.ts';
import type { ChangeNotifications } from '../../use-cases/destinations/change-notifications.ts';

export interface NotificationSettingsRoutesDeps {
  readonly readNotifications: (workspaceId: string) => Promise<Notifications>;
  readonly changeNotifications: ChangeNotifications;
}

/** Whom a workspace has told of its outputs, as the gateway's settings show and change it. */
export const makeNotificationSettingsRoutes = (deps: NotificationSettingsRoutesDeps): Route[] => [
  implement(INTERNAL_OPERATIONS.readNotificationSettings, async ({ body }) => ({
    status: 200,
    body: presentNotifications(await deps.readNotifications(body.workspaceId)),
  })),
  implement(INTERNAL_OPERATIONS.changeNotificationSettings, async ({ body, ...origin }) => ({
    status: 200,
    body: presentNotifications(await deps.changeNotifications(body, origin)),
  })),
];
