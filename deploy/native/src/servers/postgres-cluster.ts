import { chown, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Account } from '@output-review/embedded-postgres';

import { installOnce } from '../install/install-once.ts';
import { runProgram } from '../install/run-program.ts';

export const SUPERUSER = 'postgres';

/** Where a program of PostgreSQL finds the folder that it is handed. */
export const HANDED_FOLDER = '/proc/self/fd/3';

export interface NewCluster {
  /** The folder that gets the files of the server, as its `cluster`. */
  readonly home: string;
  /** Of the superuser. */
  readonly password: string;
  readonly initdb: string;
  readonly account: Account | undefined;
}

/** Makes the files of a new server where there are none; a kill leaves whole ones or none. */
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
          // Ordered by code point, with the letters of all of Unicode.
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
