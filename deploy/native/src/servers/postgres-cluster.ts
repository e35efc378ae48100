import { chown, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Account } from '@output-review/embedded-postgres';

import { installOnce } from '../install/install-once.ts';
import { runProgram } from '../install/run-program.ts';

export const SUPERUSER = 'postgres';

/** The path under which a PostgreSQL program finds the folder descriptor that it is passed. */
export const HANDED_FOLDER = '/proc/self/fd/3';

export interface NewCluster {
  /** The folder in which `cluster` gets the files of the server. */
  readonly home: string;
  /** The superuser's password. */
  readonly password: string;
  readonly initdb: string;
  readonly account: Account | undefined;
}

/** Creates the files of a new server if there are none, atomically: a kill leaves either all of them or none. */
export async function makeCluster(
  { home, password, initdb, account }: NewCluster,
  signal: AbortSignal | undefined,
): Promise<void> {
  await installOnce(home, async (draft) => {
    const passwordFile = join(draft, 'password');
    await writeFile(passwordFile, password, { mode: 0o600 });
    await mkdir(join(draft, 'cluster'), { mode: 0o700 });
    if (account !== undefined) {
      for (const path of [draft, passwordFile, join(draft, 'cluster')]) {
        await chown(path, account.uid, account.gid);
      }
    }
    const handed = await open(draft, 'r');
    try {
      await runProgram(
        initdb,
        [
          ...['-D', join(HANDED_FOLDER, 'cluster'), '-U', SUPERUSER],
          ...['--pwfile', join(HANDED_FOLDER, 'password'), '--auth=scram-sha-256'],
          // Sorted by code point, with full Unicode support for letters.
          ...['--encoding=UTF8', '--locale=C.UTF-8', '--no-instructions'],
        ],
        { account, signal, cwd: '/', handed: handed.fd },
      );
    } finally {
      await handed.close();
    }
    await rm(passwordFile);
  });
}
