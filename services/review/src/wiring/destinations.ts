import type {
  Auditor,
  Clock,
  Database,
  EgressGuard,
  MailConfig,
  OutboxRelay,
  Route,
  Sealer,
} from '@output-review/runtime';

import { makeDestinationRoutes } from '../http/destinations/destination-routes.ts';
import { makeNotificationSettingsRoutes } from '../http/destinations/notification-settings-routes.ts';
import { makeSubscriptionRoutes } from '../http/destinations/subscription-routes.ts';
import { CallbackDestinations } from '../store/destinations/callback-destinations.ts';
import { makeChangeDestinations } from '../store/destinations/change-destinations.ts';
import {
  makeFindDestinations,
  makeFindSubscriptions,
} from '../store/destinations/find-destinations.ts';
import { readNotifications } from '../store/destinations/notification-rows.ts';
import { makeUrlKeyOf } from '../store/destinations/url-key.ts';
import { makeChangeNotifications } from '../use-cases/destinations/change-notifications.ts';
import { makeCreateSubscription } from '../use-cases/destinations/create-subscription.ts';
import { makeDeleteSubscription } from '../use-cases/destinations/delete-subscription.ts';
import { makeListDestinations } from '../use-cases/destinations/list-destinations.ts';
import { makeRotateSecret } from '../use-cases/destinations/rotate-secret.ts';

interface DestinationParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly relay: Pick<OutboxRelay, 'handOver'>;
  readonly auditor: Auditor;
  readonly auditKey: string;
  readonly sealer: Sealer;
  readonly egress: Pick<EgressGuard, 'findUrlFault'>;
  readonly mail: MailConfig | null;
}

/** Puts together who says where events of a workspace go. */
export function composeDestinations({
  database,
  egress,
  mail,
  auditKey,
  ...parts
}: DestinationParts): Route[] {
  const { clock, sealer } = parts;
  const callbacks = new CallbackDestinations(parts);
  const urlKeyOf = makeUrlKeyOf(auditKey);
  const change = makeChangeDestinations({ database, urlKeyOf, ...parts });
  const findUrlFault = (url: string) => egress.findUrlFault(url);
  return [
    ...makeSubscriptionRoutes({
      createSubscription: makeCreateSubscription({ change, findUrlFault }),
      deleteSubscription: makeDeleteSubscription({ change }),
      findSubscriptions: makeFindSubscriptions(database, sealer),
    }),
    ...makeDestinationRoutes({
      listDestinations: makeListDestinations({
        ensureCallbacks: (workspaceId) => callbacks.ensure(database, [workspaceId]),
        findDestinations: makeFindDestinations(database, sealer),
      }),
      rotateSecret: makeRotateSecret({ change, now: () => clock.now() }),
    }),
    ...makeNotificationSettingsRoutes({
      readNotifications: (workspaceId) => readNotifications(database, workspaceId, sealer),
      changeNotifications: makeChangeNotifications({
        ...{ change, findUrlFault, sendsMails: mail !== null },
      }),
    }),
  ];
}
