import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { installAptPackages } from './apt-packages.ts';
import { isExecutable } from './find-program.ts';
import type { InstallContext } from './install-context.ts';

export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

// Debian 12's; the oldest that the stack is tested on.
const POSTGRES_MIN = 15;
// Debian keeps the server's programs, one folder a version, off PATH.
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** The newest PostgreSQL of this system; installed by apt where there is none. */
export async function ensurePostgres(context: InstallContext): Promise<PostgresPrograms> {
  const found = await findPostgres();
  if (found !== undefined) return found;
  const what = `PostgreSQL ${POSTGRES_MIN} or newer`;
  await installAptPackages({ what, packages: ['postgresql'] }, context);
  const installed = await findPostgres();
  if (installed === undefined) throw new Error(`${what} is needed; this system has an older one.`);
  return installed;
}

async function findPostgres(): Promise<PostgresPrograms | undefined> {
  const versions = (await readdir(DEBIAN_FOLDER).catch(() => [])).map(Number);
  for (const version of versions.filter((it) => it >= POSTGRES_MIN).sort((a, b) => b - a)) {
    const folder = join(DEBIAN_FOLDER, String(version), 'bin');
    const programs = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
    // A folder may hold the programs of clients alone.
    const areThere = await Promise.all(Object.values(programs).map(isExecutable));
    if (areThere.every(Boolean)) return programs;
  }
  return undefined;
}
