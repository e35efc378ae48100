import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { perService } from '@output-review/contracts';
import { keepKeys, makeFolder, noteSignInShown, prepareDatabases } from '@output-review/embedded';
import {
  DataDirInUseError,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@output-review/embedded-postgres';
import { openFolderStore } from '@output-review/media/object-store';
import {
  auditKey,
  encryptionKey,
  type Environment,
  makeLogger,
  optional,
  readFileIfThere,
  readGroups,
  syncFolder,
  variable,
  writePrivateFile,
} from '@output-review/runtime';

import { ArchiveFault } from '../archive/archive.ts';
import { messageOf } from '../database/connect.ts';
import { findTarget } from './find-target.ts';
import type { DataKeys, NewPlace, Place } from './place.ts';

const log = makeLogger({ service: 'backup', level: 'silent' });

/** Opens the data folder of `npm start`, which may be running. */
export async function openDataDir(dataDir: string, env: Environment): Promise<Place> {
  const postgresDir = join(dataDir, 'postgres');
  if (!existsSync(join(postgresDir, 'cluster'))) {
    throw new Error(`${dataDir} has no data of npm start. Set DATA_DIR, or --data-dir.`);
  }
  const settings = readKeySettings(env);
  const server = await startIfStopped(postgresDir);
  try {
    const keys = await keepKeys(dataDir);
    const port = server?.port ?? (await readPort(postgresDir));
    return {
      databaseUrls: perService(
        (service) =>
          `postgres://${service}:${keys.rolePasswords[service]}@127.0.0.1:${port}/output_review`,
      ),
      store: await openFolderStore(join(dataDir, 'files')),
      keys: { ...keys, ...settings },
      close: async () => server?.stop(),
    };
  } catch (error) {
    // Otherwise the command would hang and keep the folder locked.
    await server?.stop();
    throw error;
  }
}

/** @returns null if a service, and so its database, is running on the folder. */
async function startIfStopped(postgresDir: string): Promise<EmbeddedPostgres | null> {
  try {
    return await startEmbeddedPostgres({ dataDir: postgresDir, isDurable: true, log });
  } catch (error) {
    if (error instanceof DataDirInUseError) return null;
    throw error;
  }
}

/** Source: PostgreSQL's src/include/utils/pidfile.h, which defines the content of each line. */
async function readPort(postgresDir: string): Promise<number> {
  const text = await readFileIfThere(join(postgresDir, 'cluster', 'postmaster.pid'));
  const port = Number(text?.split('\n')[3]);
  if (port > 0) return port;
  throw new Error('The database of the running service is not ready. Try again in a moment.');
}

/** A data folder to be restored. It is moved into place when it is complete. */
export interface NewDataDir {
  readonly dataDir: string;
  readonly env: Environment;
  /** A separately kept copy of keys.json, or null if the environment has the keys. */
  readonly keysFile: string | null;
}

/**
 * Returns the keys for the restored data.
 *
 * @throws ArchiveFault if keys are missing.
 */
export async function readKeys({ env, keysFile }: Omit<NewDataDir, 'dataDir'>): Promise<DataKeys> {
  const kept = keysFile === null ? {} : await readKeysFile(keysFile);
  const keys = { ...kept, ...readKeySettings(env) };
  const { encryptionKey: encryption, auditKey: audit } = keys;
  if (encryption !== undefined && audit !== undefined) {
    return { encryptionKey: encryption, auditKey: audit };
  }
  throw new ArchiveFault(
    'The keys are missing: pass the copy of keys.json with --keys, or set ENCRYPTION_KEY and AUDIT_KEY. ' +
      'Nothing was changed.',
  );
}

async function readKeysFile(path: string): Promise<Partial<DataKeys>> {
  const isKey = (value: unknown): value is string =>
    typeof value === 'string' && 'value' in encryptionKey.parse(value);
  try {
    const found = JSON.parse(await readFile(path, 'utf8')) as Partial<DataKeys>;
    if (isKey(found.encryptionKey) && isKey(found.auditKey)) return found;
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      const fault = isMissing
        ? `There is no key file ${path}.`
        : `The key file ${path} cannot be read: ${messageOf(error)}.`;
      throw new ArchiveFault(`${fault} Nothing was changed.`, { cause: error });
    }
  }
  throw new ArchiveFault(
    `${path} is not a key file: it must be a copy of keys.json of the data folder. Nothing was changed.`,
  );
}

function readKeySettings(env: Environment): Partial<DataKeys> {
  const settings = readGroups(env, {
    encryptionKey: variable('ENCRYPTION_KEY', optional(encryptionKey)),
    auditKey: variable('AUDIT_KEY', optional(auditKey)),
  });
  return {
    ...(settings.encryptionKey !== null && { encryptionKey: settings.encryptionKey }),
    ...(settings.auditKey !== null && { auditKey: settings.auditKey }),
  };
}

/** @throws ArchiveFault if the folder is not empty or cannot be replaced. */
export async function prepareDataDir(options: NewDataDir): Promise<NewPlace> {
  const { keysFile } = options;
  const dataDir = await findTarget(options.dataDir);
  const keys = await readKeys(options);
  const staging = await makeStaging(dataDir);
  const removeStaging = () => rm(staging, { recursive: true, force: true });
  let started: EmbeddedPostgres | undefined;
  try {
    if (keysFile !== null)
      await writePrivateFile(join(staging, 'keys.json'), await readFile(keysFile, 'utf8'));
    await noteSignInShown(staging);
    const server = await startEmbeddedPostgres({
      dataDir: join(staging, 'postgres'),
      isDurable: true,
      log,
    });
    started = server;
    const { rolePasswords } = await keepKeys(staging);
    const urlOf = await prepareDatabases(server, rolePasswords);
    let isStopped = false;
    const stop = async (): Promise<void> => {
      if (!isStopped) await server.stop();
      isStopped = true;
    };
    return {
      databaseUrls: perService(urlOf),
      store: await openFolderStore(join(staging, 'files')),
      keys,
      complete: async () => {
        await stop();
        await rename(staging, dataDir);
        await syncFolder(dirname(dataDir));
      },
      abandon: async () => {
        try {
          await stop();
        } finally {
          await removeStaging();
        }
      },
      close: stop,
    };
  } catch (error) {
    await started?.stop();
    await removeStaging();
    throw error;
  }
}

/** Created beside the folder, so that a single rename moves it into place. */
async function makeStaging(dataDir: string): Promise<string> {
  try {
    await makeFolder(dirname(dataDir));
    return await mkdtemp(`${dataDir}.restoring-`);
  } catch (error) {
    throw new ArchiveFault(`${dataDir} cannot be created: ${String(error)}. Nothing was changed.`, {
      cause: error,
    });
  }
}
