import { once } from 'node:events';
import { chmod, lchown, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { type Account, accountToRunAs } from './account.ts';
import { locateBinaries } from './binaries.ts';
import { createCluster, keepPassword, type Programs, removeUnfinished } from './create-cluster.ts';
import { acquireDataDirLock } from './data-dir-lock.ts';
import { codeOf } from './error-code.ts';
import { endLeftOvers } from './left-over-processes.ts';
import { launchPostmaster, type Postmaster, ServerDidNotStartError } from './postmaster.ts';
import type { ServerSettings } from './server-settings.ts';
import { type ServerLog, supervise } from './supervise.ts';

export interface EmbeddedPostgresOptions {
  /** The data folder, used by this server only; created if missing. */
  readonly dataDir: string;
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** False trades crash safety for speed; for tests only. */
  readonly isDurable: boolean;
  readonly log: ServerLog;
  readonly settings?: ServerSettings;
}

export interface EmbeddedPostgres {
  readonly host: string;
  readonly port: number;
  /** Folder of the Unix socket, which is faster than `host` and `port`; null if its path would be too long. */
  readonly socketDir: string | null;
  readonly superuser: string;
  readonly password: string;
  /** PID of the currently running server. */
  readonly pid: number;
  /** Stops the server and closes its connections. */
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const SUPERUSER = 'postgres';

/**
 * Starts the PostgreSQL that npm installed, on a persistent data folder, and keeps it running until it is stopped: a
 * server that dies is restarted on the same port. Each folder has one server: a second start throws DataDirInUseError,
 * and processes left by an earlier run are stopped first.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true });
  const home = await realpath(options.dataDir);
  const lock = await acquireDataDirLock(home);
  try {
    const server = await prepare(home, options);
    const { isDurable, settings, log } = options;
    const launch = (port: number) =>
      launchPostmaster({
        clusterDir: server.clusterDir,
        programs: server.programs,
        options: { port, isDurable, settings },
        onLine: (line) => log.info({ line }, 'database server output'),
      });
    const first = await launchOnFreePort(options.port ?? 0, launch);
    const supervised = supervise(first.postmaster, {
      restart: async () => {
        await endLeftOvers(server.clusterDir);
        return launch(first.port);
      },
      log,
    });
    return {
      host: HOST,
      port: first.port,
      socketDir: isSocketReached(server.clusterDir, first.port) ? server.clusterDir : null,
      superuser: SUPERUSER,
      password: server.password,
      get pid() {
        return supervised.pid();
      },
      async stop() {
        try {
          await supervised.stop();
        } finally {
          await lock.release();
        }
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

// Source: sun_path of sockaddr_un has 108 bytes on Linux and 104 on macOS, including the terminating NUL.
const SOCKET_PATH_BYTES_MAX = 103;

function isSocketReached(clusterDir: string, port: number): boolean {
  const path = join(clusterDir, `.s.PGSQL.${port}`);
  return Buffer.byteLength(path) <= SOCKET_PATH_BYTES_MAX;
}

interface PreparedServer {
  readonly clusterDir: string;
  readonly password: string;
  readonly programs: Programs;
}

async function prepare(home: string, options: EmbeddedPostgresOptions): Promise<PreparedServer> {
  const clusterDir = join(home, 'cluster');
  const passwordFile = join(home, 'superuser-password');
  const password = await keepPassword(passwordFile);

  await removeUnfinished(home);
  const owner = await ownerOf(clusterDir);
  const account = await accountToRunAs(owner);
  const programs = { binaries: await locateBinaries(account), account };

  if (owner === undefined) {
    const { isDurable } = options;
    const cluster = { clusterDir, superuser: SUPERUSER, passwordFile, isDurable };
    await createCluster(cluster, programs);
    options.log.info({ clusterDir }, 'database files created');
  } else {
    await ensureOwner(clusterDir, owner, account);
    const ended = await endLeftOvers(clusterDir);
    if (ended > 0) options.log.warn({ clusterDir, ended }, 'leftover database processes stopped');
  }
  return { clusterDir, password, programs };
}

async function ownerOf(folder: string): Promise<Account | undefined> {
  try {
    const { uid, gid } = await stat(folder);
    return { uid, gid };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Files that root restored or copied become the account's. Only root can change owners. */
async function ensureOwner(
  clusterDir: string,
  owner: Account,
  account: Account | undefined,
): Promise<void> {
  const uid = account?.uid ?? process.getuid?.();
  if (owner.uid === uid) return;
  if (account === undefined) {
    throw new Error(
      `${clusterDir} belongs to the user with ID ${owner.uid}: start as that user or as root, ` +
        'or set DATA_DIR to another folder',
    );
  }
  for (const path of await readdir(clusterDir, { recursive: true })) {
    await lchown(join(clusterDir, path), account.uid, account.gid);
  }
  await lchown(clusterDir, account.uid, account.gid);
  await chmod(clusterDir, 0o700);
}

// Another process may take the port between the check and the start of the server.
const PORTS_TRIED_MAX = 5;

async function launchOnFreePort(
  wanted: number,
  launch: (port: number) => Promise<Postmaster>,
): Promise<{ port: number; postmaster: Postmaster }> {
  for (let tried = 1; ; tried += 1) {
    const port = wanted === 0 ? await findFreePort(HOST) : wanted;
    try {
      return { port, postmaster: await launch(port) };
    } catch (error) {
      const isWorthAnother =
        error instanceof ServerDidNotStartError && error.isPortTaken && wanted === 0;
      if (!isWorthAnother || tried === PORTS_TRIED_MAX) throw error;
    }
  }
}

/** A port that is free at this moment. PostgreSQL cannot choose one itself. */
async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen({ port: 0, host });
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('Expected a TCP address');
  return address.port;
}
