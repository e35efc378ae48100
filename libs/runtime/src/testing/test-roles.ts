import type { ServiceName } from '@output-review/contracts';

import type { ServiceRole } from '../postgres/provision-database.ts';

// Listed explicitly: jest loads its global setup without our export condition, so importing the list from contracts
// would require a build. The type reports a missing service. The passwords protect only test data.
const PASSWORDS: Readonly<Record<ServiceName, string>> = {
  gateway: 'gateway-test',
  evaluator: 'evaluator-test',
  review: 'review-test',
  instructions: 'instructions-test',
  media: 'media-test',
};

/** The database roles of the services. */
export const TEST_ROLES: readonly ServiceRole[] = Object.entries(PASSWORDS).map(
  ([name, password]) => ({ name, password, schema: name }),
);

/** The URL of a database with the role of a service. */
export function urlForService(service: ServiceName, database: URL): string {
  const url = new URL(database);
  url.username = service;
  url.password = PASSWORDS[service];
  return url.href;
}
