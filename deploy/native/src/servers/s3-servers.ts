import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { answersOk, type Daemon, type DaemonPlan, startDaemon } from '../daemons/daemon.ts';
import type { DataFolder } from '../daemons/data-folder.ts';
import { LOOPBACK, portFor } from '../daemons/ports.ts';
import { ensureGoProgram } from '../install/go-programs.ts';
import { runProgram } from '../install/run-program.ts';
import { type Authority, CERTIFICATE_FILE, KEY_FILE, writeCertificate } from './authority.ts';
import { openContext, type ServerOptions } from './server-options.ts';

/** The address and credentials of an S3 store. */
export interface S3Access {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

export interface S3Server extends Daemon {
  readonly port: number;
  readonly access: S3Access;
  /** The credentials of a user without permissions of its own, or null if the store has no such user. */
  readonly userAccess: S3Access | null;
  /** Gives it a new certificate for future connections. */
  renewCertificate(): Promise<void>;
}

interface S3Plan {
  readonly name: string;
  readonly folder: DataFolder;
  readonly command: string;
  readonly argsFor: (place: { readonly address: string; readonly dataDir: string }) => string[];
  readonly envFor: (access: S3Access) => Readonly<Record<string, string>>;
  readonly healthPath: string;
  /** If set, the server uses TLS. */
  readonly authority?: Authority | undefined;
  readonly signal: DaemonPlan['signal'];
}

const S3_REGION = 'us-east-1';

/** Starts an S3 server. The servers differ only in their command lines and variables. */
async function startS3Server(plan: S3Plan): Promise<S3Server> {
  const { name, folder, command, authority, signal } = plan;
  const port = await portFor(name, folder.portsFile);
  const address = `${LOOPBACK}:${port}`;
  const endpoint = `${authority ? 'https' : 'http'}://${address}`;
  const access: S3Access = {
    endpoint,
    region: S3_REGION,
    accessKey: 'output-review',
    secretKey: await folder.secret(`${name}-secret-key`),
  };
  const dataDir = folder.dataOf(name);
  await mkdir(dataDir, { recursive: true });
  const certify = async (): Promise<void> => {
    if (authority) await writeCertificate(certificateDirOf(plan), await authority.issue(name));
  };
  if (authority) await mkdir(certificateDirOf(plan), { recursive: true });
  await certify();
  const daemon = await startDaemon({
    name,
    folder,
    command,
    args: plan.argsFor({ address, dataDir }),
    env: plan.envFor(access),
    stop: { signal: 'SIGTERM', withinMs: 10_000 },
    isReady: () => answersOk(`${endpoint}${plan.healthPath}`, authority?.caFile),
    readyWithinMs: 30_000,
    signal,
  });
  const renewCertificate = async (): Promise<void> => {
    await certify();
    process.kill(daemon.pid, 'SIGHUP');
  };
  return Object.assign(daemon, { port, access, userAccess: null, renewCertificate });
}

/** Beside the data folder, in which every folder is a bucket. */
const certificateDirOf = ({ folder, name }: Pick<S3Plan, 'folder' | 'name'>): string =>
  folder.dataOf(`${name}-certificate`);

/** Starts MinIO, for the contract tests of the store and for stacks of earlier releases. */
export async function startMinio(options: ServerOptions): Promise<S3Server> {
  const { folder, install } = await openContext(options);
  return startS3Server({
    name: 'minio',
    folder,
    command: await ensureGoProgram('minio', install),
    argsFor: ({ address, dataDir }) => ['server', '--quiet', '--address', address, dataDir],
    envFor: ({ accessKey, secretKey }) => ({
      MINIO_ROOT_USER: accessKey,
      MINIO_ROOT_PASSWORD: secretKey,
      MINIO_SITE_REGION: S3_REGION,
      MINIO_BROWSER: 'off',
      // Disables its online update check.
      MINIO_UPDATE: 'off',
      // Allows data on the system disk.
      MINIO_CI_CD: '1',
    }),
    healthPath: '/minio/health/ready',
    signal: install.signal,
  });
}

/**
 * Starts versitygw, the S3 store of the stack. Like SeaweedFS, the store of docker-compose.yml, it is stricter about
 * signatures than MinIO, and it has a command to create users.
 */
export async function startVersitygw(options: ServerOptions): Promise<S3Server> {
  const { folder, install } = await openContext(options);
  const { authority } = options;
  const name = 'versitygw';
  const command = await ensureGoProgram(name, install);
  if (authority) await mkdir(folder.dataOf('versitygw-users'), { recursive: true });
  const server = await startS3Server({
    ...{ name, folder, command, authority },
    argsFor: ({ address, dataDir }) => [
      ...['--port', address, '--health', VERSITYGW_HEALTH, '--quiet'],
      ...(authority ? securedArguments(folder) : []),
      ...['posix', dataDir],
    ],
    envFor: ({ accessKey, secretKey, region }) => ({
      ROOT_ACCESS_KEY: accessKey,
      ROOT_SECRET_KEY: secretKey,
      VGW_REGION: region,
    }),
    healthPath: VERSITYGW_HEALTH,
    signal: install.signal,
  });
  if (authority === undefined) return server;
  const secretKey = await folder.secret('versitygw-user');
  const userAccess = { ...server.access, accessKey: 'media', secretKey };
  await makeUser(command, { server, authority, userAccess, signal: install.signal });
  return Object.assign(server, { userAccess });
}

const VERSITYGW_HEALTH = '/healthz';

function securedArguments(folder: DataFolder): string[] {
  const dir = certificateDirOf({ folder, name: 'versitygw' });
  return [
    ...['--cert', join(dir, CERTIFICATE_FILE), '--key', join(dir, KEY_FILE)],
    ...['--iam-dir', folder.dataOf('versitygw-users')],
  ];
}

interface NewUser {
  readonly server: S3Server;
  readonly authority: Authority;
  readonly userAccess: S3Access;
  readonly signal: AbortSignal | undefined;
}

// A server that accepts the call but never answers would otherwise block forever.
const ADMIN_CALL_MS_MAX = 60_000;

/** Creates a user who cannot create buckets, if there is none with its name. */
async function makeUser(
  command: string,
  { server, authority, userAccess, signal }: NewUser,
): Promise<void> {
  const admin = async (...args: string[]): Promise<string> =>
    runProgram(command, ['admin', ...args], {
      env: {
        ADMIN_ENDPOINT_URL: server.access.endpoint,
        ADMIN_ACCESS_KEY: server.access.accessKey,
        ADMIN_SECRET_KEY: server.access.secretKey,
        ADMIN_REGION: server.access.region,
        SSL_CERT_FILE: authority.caFile,
      },
      signal,
      withinMs: ADMIN_CALL_MS_MAX,
    });
  const { accessKey, secretKey } = userAccess;
  const users = await admin('list-users');
  if (users.split(/\s+/).includes(accessKey)) return;
  await admin('create-user', '--access', accessKey, '--secret', secretKey, '--role', 'user');
}
