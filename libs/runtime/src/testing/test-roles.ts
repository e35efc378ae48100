import type { ServiceRole } from '../embedded-postgres/provision-database.ts';

/** The services' database roles. Their passwords guard nothing but rows that tests made up. */
export const TEST_ROLES: readonly ServiceRole[] = [
  'gateway',
  'evaluator',
  'review',
  'instructions',
  'media',
].map((name) => ({ name, password: `${name}-test` }));
