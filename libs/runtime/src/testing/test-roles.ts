import type { ServiceName } from '@output-review/contracts';

import type { ServiceRole } from '../postgres/provision-database.ts';

// Written out: jest loads its global setup without our export condition, so the list in contracts
// would have to be built first. The type says when one is missing. They guard only made-up rows.
const PASSWORDS: Readonly<Record<ServiceName, string>> = {
  gateway: 'gateway-test',
  evaluator: 'evaluator-test',
  review: 'review-test',
  instructions: 'instructions-test',
  media: 'media-test',
};

/** The services' database roles. */
export const TEST_ROLES: readonly ServiceRole[] = Object.entries(PASSWORDS).map(
  ([name, password]) => ({ name, password, schema: name }),
);

/** The URL of a database for the role of a service. */
export function urlForService(service: ServiceName, database: URL): string {
  const url = new URL(database);
  url.username = service;
  url.password = PASSWORDS[service];
  return url.href;
}
