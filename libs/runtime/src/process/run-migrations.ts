import type { ServiceName } from '@output-review/contracts';

import { databaseGroup } from '../config/database-group.ts';
import { logLevelGroup } from '../config/process-groups.ts';
import { type Environment, readGroups } from '../config/read-config.ts';
import { awaitDatabase } from '../database/await-database.ts';
import { migrate, type MigrationClass } from '../database/migrate.ts';
import { makeLogger } from '../log/logger.ts';
import { listenForEnd } from './end-signals.ts';

export interface MigrationProgram {
  readonly service: ServiceName;
  readonly migrations: readonly MigrationClass[];
}

/**
 * Brings the schema of a service up to date; waits for the database, and for others that do the same.
 *
 * @returns what the process is to end with.
 */
export async function runMigrations(
  { service, migrations }: MigrationProgram,
  env: Environment,
): Promise<number> {
  const { url, level } = readGroups(env, { url: databaseGroup, level: logLevelGroup });
  const log = makeLogger({ service, level });
  const { signal } = listenForEnd(log);
  // Nobody asks this process; the log says what it waits for.
  const starting = { signal, waitsFor: () => {} };
  await awaitDatabase({ url, log, starting }, () =>
    migrate({ url, schema: service, migrations, log, signal }),
  );
  log.info({ schema: service }, 'schema is up to date');
  return 0;
}
