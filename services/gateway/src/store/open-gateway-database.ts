import { type Database, type DatabaseOptions, openDatabase } from '@output-review/runtime';

import { MIGRATIONS } from './migrations/index.ts';

/** The schema, and with it the role, of this service. */
const SCHEMA = 'gateway';

// Four shared inserts in flight, the relay's claims and removals, look-ups beside them.
const CONNECTIONS_MAX = 16;

/** Opens the gateway's database and brings its schema up to date. */
export function openGatewayDatabase(
  options: Pick<DatabaseOptions, 'url' | 'log' | 'starting'>,
): Promise<Database> {
  return openDatabase({
    ...options,
    schema: SCHEMA,
    entities: [],
    migrations: MIGRATIONS,
    poolMax: CONNECTIONS_MAX,
  });
}
