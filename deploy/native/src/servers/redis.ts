import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { connect as connectByTls } from 'node:tls';

import type { Account } from '@output-review/embedded-postgres';
import { formatRedisUser, REDIS_USER } from '@output-review/gateway/rate-limit';

import { type Daemon, startDaemon } from '../daemons/daemon.ts';
import type { DataFolder } from '../daemons/data-folder.ts';
import { LOOPBACK, portFor } from '../daemons/ports.ts';
import { ensureRedis } from '../install/system-programs.ts';
import {
  type Authority,
  CERTIFICATE_FILE,
  KEY_FILE,
  writeCertificate,
  writeOwned,
} from './authority.ts';
import { HANDED_FOLDER } from './postgres-cluster.ts';
import { accountNamed, openContext, type ServerOptions } from './server-options.ts';

export interface RedisServer extends Daemon {
  readonly port: number;
  /** For the gateway: `redis://…` without a password, or `rediss://…` with its password. */
  readonly url: string;
  /** Gives it a new certificate for future connections. */
  renewCertificate(): Promise<void>;
}

/** Starts Redis without persistence, because the window can always be rebuilt from PostgreSQL. */
export async function startRedis(options: ServerOptions): Promise<RedisServer> {
  const { folder, install } = await openContext(options);
  const program = await ensureRedis(install);
  const port = await portFor('redis', folder.portsFile);
  const account = await accountNamed('redis');
  const secured = await secure(folder, options.authority, account);
  const daemon = await startDaemon({
    name: 'redis',
    folder,
    command: program,
    args: [...LOCAL, ...(secured ? secured.argumentsFor(port) : ['--port', String(port)])],
    ...(secured && { handedFolder: secured.home }),
    account,
    stop: { signal: 'SIGTERM', withinMs: 5_000 },
    isReady: () => ask({ port, secured }, 'PING').then((answer) => answer === 'PONG'),
    readyWithinMs: 10_000,
    signal: install.signal,
  });
  const address = `${LOOPBACK}:${port}`;
  return Object.assign(daemon, {
    port,
    url: secured
      ? `rediss://${REDIS_USER}:${secured.gatewayPassword}@${address}`
      : `redis://${address}`,
    renewCertificate: async () => {
      await secured?.certify();
      // Reloads the file even if its name is unchanged.
      await ask({ port, secured }, `CONFIG SET tls-cert-file ${CERTIFICATE} tls-key-file ${KEY}`);
    },
  });
}

const LOCAL = ['--bind', LOOPBACK, '--save', '', '--appendonly', 'no'];
const CERTIFICATE = join(HANDED_FOLDER, CERTIFICATE_FILE);
const KEY = join(HANDED_FOLDER, KEY_FILE);
const ADMIN = 'admin';
const USERS_FILE = 'users.acl';

interface SecuredRedis {
  readonly home: string;
  readonly caFile: string;
  readonly adminPassword: string;
  readonly gatewayPassword: string;
  certify(): Promise<void>;
  argumentsFor(port: number): string[];
}

/** Writes its users and its certificate. Returns undefined if it has none. */
async function secure(
  folder: DataFolder,
  authority: Authority | undefined,
  account: Account | undefined,
): Promise<SecuredRedis | undefined> {
  if (authority === undefined) return undefined;
  const home = folder.dataOf('redis');
  await mkdir(home, { recursive: true });
  const adminPassword = await folder.secret('redis-admin');
  const gatewayPassword = await folder.secret('redis-gateway');
  const users = [
    'user default off',
    `user ${ADMIN} on >${adminPassword} ~* &* +@all`,
    formatRedisUser(gatewayPassword),
  ];
  await writeOwned(join(home, USERS_FILE), `${users.join('\n')}\n`, account);
  const certify = async (): Promise<void> =>
    writeCertificate(home, await authority.issue('redis'), account);
  await certify();
  return {
    ...{ home, caFile: authority.caFile, adminPassword, gatewayPassword, certify },
    argumentsFor: (port) => [
      ...['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no'],
      ...['--tls-cert-file', CERTIFICATE, '--tls-key-file', KEY],
      ...['--aclfile', join(HANDED_FOLDER, USERS_FILE)],
    ],
  };
}

interface RedisAddress {
  readonly port: number;
  readonly secured: SecuredRedis | undefined;
}

/** Sends a command and returns the answer. @throws Error if it is refused. */
async function ask({ port, secured }: RedisAddress, command: string): Promise<string> {
  const address = { port, host: LOOPBACK, timeout: 1_000 };
  const socket = secured
    ? connectByTls({ ...address, ca: await readFile(secured.caFile) })
    : connect(address);
  socket.on('timeout', () => socket.destroy(new Error('It did not answer')));
  const send = async (line: string): Promise<string> => {
    socket.write(`${line}\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    const text = answer.toString().trim();
    if (!text.startsWith('+')) throw new Error(`Redis answered ${text}`);
    return text.slice(1);
  };
  try {
    if (secured) await send(`AUTH ${ADMIN} ${secured.adminPassword}`);
    return await send(command);
  } finally {
    socket.destroy();
  }
}
