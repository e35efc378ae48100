import { readFile } from 'node:fs/promises';
import { connect, isIP, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';

import type { CertificateFacts } from './facts.pure.ts';

/** A server with TLS. */
export interface TlsServer {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** Whether the client must request TLS first, as with PostgreSQL. */
  readonly isPostgres: boolean;
}

const TIMEOUT_MS = 5_000;
// Source: PostgreSQL's documentation, "Message Formats": SSLRequest.
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const POSTGRES_PORT = 5432;

/**
 * Finds the servers with TLS by the settings of the services and of setup.
 *
 * @param dataDir of a local stack, whose stack.json is read; null reads only the settings.
 */
export async function findTlsServers(
  env: Readonly<Record<string, string | undefined>>,
  dataDir: string | null,
): Promise<TlsServer[]> {
  const settings = { ...env, ...(dataDir !== null && (await settingsOfStack(dataDir))) };
  const databases = Object.keys(settings).filter((name) => /^(\w+_)?DATABASE_URL$/.test(name));
  const urls: [name: string, value: string | undefined][] = [
    ...databases.map((name): [string, string | undefined] => ['PostgreSQL', settings[name]]),
    ['Redis', settings['REDIS_URL']],
    ['the object store', settings['OBJECT_STORE_ENDPOINT']],
    ['the public address', settings['PUBLIC_URL']],
  ];
  const servers = urls.flatMap(([name, value]) => serverAt(name, value));
  const brokers = settings['KAFKA_TLS'] === 'true' ? (settings['KAFKA_BROKERS'] ?? '') : '';
  for (const broker of brokers.split(',').filter((each) => each !== '')) {
    servers.push(...serverAt('Kafka', `https://${broker.trim()}`));
  }
  // Several services share one server.
  return [...new Map(servers.map((each) => [`${each.host}:${each.port}`, each])).values()];
}

async function settingsOfStack(dataDir: string): Promise<Record<string, string>> {
  const text = await readFile(join(dataDir, 'stack.json'), 'utf8').catch(() => '{}');
  const { servers } = JSON.parse(text) as {
    servers?: {
      readonly caFile?: string | null;
      readonly kafkaBrokers: string;
      readonly postgresSuperuserUrl: string;
      readonly redisUrl: string;
      readonly store: { readonly endpoint: string };
    };
  };
  if (!servers?.caFile) return {};
  return {
    DATABASE_URL: servers.postgresSuperuserUrl,
    REDIS_URL: servers.redisUrl,
    OBJECT_STORE_ENDPOINT: servers.store.endpoint,
    KAFKA_BROKERS: servers.kafkaBrokers,
    KAFKA_TLS: 'true',
  };
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'rediss:': 6379 };

function serverAt(name: string, value: string | undefined): TlsServer[] {
  if (!value || !URL.canParse(value)) return [];
  const { protocol, hostname, port, searchParams } = new URL(value);
  const isPostgres = protocol.startsWith('postgres');
  const mode = searchParams.get('sslmode') ?? 'disable';
  const standard = isPostgres && mode !== 'disable' ? POSTGRES_PORT : DEFAULT_PORTS[protocol];
  if (standard === undefined) return [];
  const host = hostname.replace(/^\[|\]$/g, '');
  return [{ name, host, port: Number(port) || standard, isPostgres }];
}

/** Reads the certificate of a server. It sends no data, so the certificate need not be trusted. */
export async function readCertificate(server: TlsServer): Promise<CertificateFacts> {
  const { name, host, port } = server;
  let socket: Socket | undefined;
  try {
    const tls = await openTls(server, (opened) => (socket = opened));
    return { name, address: `${host}:${port}`, validTo: tls.getPeerCertificate().valid_to };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { name, address: `${host}:${port}`, failure };
  } finally {
    socket?.destroy();
  }
}

function openTls(
  { host, port, isPostgres }: TlsServer,
  onOpened: (socket: Socket) => void,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    onOpened(socket);
    socket.setTimeout(TIMEOUT_MS, () => reject(new Error('no answer in time')));
    socket.once('error', reject);
    const secure = (): void => {
      // An IP address is not a valid server name.
      const name = isIP(host) ? {} : { servername: host };
      const tls = connectTls({ socket, ...name, rejectUnauthorized: false }, () => resolve(tls));
      tls.once('error', reject);
    };
    socket.once('connect', () => {
      if (!isPostgres) {
        secure();
        return;
      }
      socket.once('data', (answer) => {
        if (answer.toString('latin1') === 'S') secure();
        else reject(new Error('it does not speak TLS'));
      });
      socket.write(SSL_REQUEST);
    });
  });
}
