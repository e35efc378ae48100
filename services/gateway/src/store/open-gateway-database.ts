import { type Database, type Logger, openDatabase } from '@output-review/runtime';

import { People1700000000000 } from './migrations/1700000000000-people.ts';
import { Registry1700000100000 } from './migrations/1700000100000-registry.ts';
import { Submissions1700000200000 } from './migrations/1700000200000-submissions.ts';
import { Messaging1700000300000 } from './migrations/1700000300000-messaging.ts';

/** The schema, and with it the role, of this service. */
export const SCHEMA = 'gateway';

// Four shared inserts in flight, the relay's claims and removals, look-ups beside them.
const CONNECTIONS_MAX = 16;

/** Opens the gateway's database and brings its schema up to date. */
export function openGatewayDatabase(url: string, log: Logger): Promise<Database> {
  return openDatabase({
    url,
    schema: SCHEMA,
    entities: [],
    migrations: [
      People1700000000000,
      Registry1700000100000,
      Submissions1700000200000,
      Messaging1700000300000,
    ],
    poolMax: CONNECTIONS_MAX,
    log,
  });
}
