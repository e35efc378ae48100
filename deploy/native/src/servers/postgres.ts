import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { SHARED_SETTINGS } from '@output-review/embedded-postgres';
import pg from 'pg';

import { type Daemon, startDaemon } from '../daemons/daemon.ts';
import { LOOPBACK, portFor } from '../daemons/ports.ts';
import { ensurePostgres } from '../install/system-programs.ts';
import { CERTIFICATE_FILE, KEY_FILE, writeCertificate, writeOwned } from './authority.ts';
import { HANDED_FOLDER, makeCluster, SUPERUSER } from './postgres-cluster.ts';
import { accountNamed, openContext, type ServerOptions } from './server-options.ts';

export interface PostgresServer extends Daemon {
  readonly port: number;
  /** The URL of the database `postgres`, with the role and password of the superuser. */
  readonly superuserUrl: string;
  /** Gives it a new certificate for future connections. */
  renewCertificate(): Promise<void>;
}

/** Starts PostgreSQL with all durability settings on. */
export async function startPostgres(options: ServerOptions): Promise<PostgresServer> {
  const { folder, install } = await openContext(options);
  const programs = await ensurePostgres(install);
  const account = await accountNamed('postgres');
  const password = await folder.secret('postgres-superuser');
  const home = folder.dataOf('postgres');
  await makeCluster({ home, password, initdb: programs.initdb, account }, install.signal);

  const port = await portFor('postgres', folder.portsFile);
  const { authority } = options;
  const tls = authority
    ? `?${new URLSearchParams({ sslmode: 'verify-full', sslrootcert: authority.caFile }).toString()}`
    : '';
  const superuserUrl = `postgres://${SUPERUSER}:${password}@${LOOPBACK}:${port}/postgres${tls}`;
  const certify = async (): Promise<void> => {
    if (authority)
      await writeCertificate(join(home, 'cluster'), await authority.issue('postgres'), account);
  };
  await certify();
  if (authority) await writeOwned(join(home, 'cluster', 'pg_hba.conf'), TLS_ONLY, account);
  const daemon = await startDaemon({
    name: 'postgres',
    folder,
    command: programs.postgres,
    args: ['-D', join(HANDED_FOLDER, 'cluster'), ...argumentsFor(port, authority !== undefined)],
    handedFolder: home,
    prepare: () => removeStaleLock(join(home, 'cluster', 'postmaster.pid')),
    account,
    // Fast shutdown: ends sessions instead of waiting for them.
    stop: { signal: 'SIGINT', withinMs: 15_000 },
    isReady: () => query(superuserUrl, 'SELECT 1').then(() => true),
    // Recovery after a kill takes seconds.
    readyWithinMs: 120_000,
    signal: install.signal,
  });
  return Object.assign(daemon, {
    port,
    superuserUrl,
    renewCertificate: async () => {
      await certify();
      await query(superuserUrl, 'SELECT pg_reload_conf()');
    },
  });
}

/** Every connection requires TLS and a password. */
const TLS_ONLY = 'hostssl all all all scram-sha-256\n';

/** The server's arguments after `-D`. fsync stays on. */
function argumentsFor(port: number, isSecured: boolean): string[] {
  const settings = {
    ...SHARED_SETTINGS,
    listen_addresses: LOOPBACK,
    port,
    unix_socket_directories: '',
    // For the pools of several replicas per service, and those of tests.
    max_connections: 300,
    ...(isSecured && { ssl: 'on', ssl_cert_file: CERTIFICATE_FILE, ssl_key_file: KEY_FILE }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * A killed server leaves its PID file behind, and the next one refuses to start while any process has that PID. Keeps
 * the file if the process is a PostgreSQL.
 */
async function removeStaleLock(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return;
  const pid = Number(text.split('\n', 1)[0]);
  const program = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  if (program.trim() !== 'postgres') await rm(file);
}

async function query(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 1_000,
    query_timeout: 1_000,
  });
  // The failing promise reports it too.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}
