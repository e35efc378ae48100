import { join, resolve } from 'node:path';

import { type ServiceName, SERVICES } from '@output-review/contracts';
import { acquireDataDirLock } from '@output-review/embedded-postgres';
import { writePrivateFile } from '@output-review/runtime';

import { DataFolder } from '../daemons/data-folder.ts';
import { runProgram } from '../install/run-program.ts';
import { type S3Server, startMinio } from '../servers/s3-servers.ts';
import type { ServerOptions } from '../servers/server-options.ts';
import { type Replica, REPOSITORY } from './service-replica.ts';
import {
  ADMIN_EMAIL,
  connectionSettings,
  type Settings,
  storeSettings,
} from './service-settings.ts';
import { addressesOf, type StackAddresses } from './stack-addresses.ts';
import { readStackFile, runningDaemons, writeStackFile } from './stack-file.ts';
import { keepStackSecrets, type StackSecrets } from './stack-secrets.ts';
import {
  type ProxiedServer,
  type StackServers,
  startServers,
  type StoreServer,
} from './stack-servers.ts';
import { StackServices } from './stack-services.ts';
import { killStack, stopStack } from './stop-stack.ts';

export interface StackOptions extends ServerOptions {
  /** The number of replicas per service. Defaults to 1. */
  readonly replicas?: Readonly<Partial<Record<ServiceName, number>>>;
  /** Defaults to 1. */
  readonly kafkaNodes?: 1 | 3;
  /** Settings of all services that add to or override those of the stack. */
  readonly env?: Settings;
  /** The same for one service. They take precedence. */
  readonly envOf?: Readonly<Partial<Record<ServiceName, Settings>>>;
  /** Servers whose connections can be disturbed: services reach them through a proxy. */
  readonly proxied?: readonly ProxiedServer[];
  /** Use TLS and accounts, so that a service can access only its own data. */
  readonly isSecured?: boolean;
  /** The repository whose build of the services is started. Defaults to this one. */
  readonly root?: string;
  /** Whether MinIO is started beside the store, for the contract tests of the store. */
  readonly withMinio?: boolean;
  /** Called with the operator's settings after the servers are set up, before a service starts. */
  readonly beforeServices?: (settings: Settings) => Promise<void>;
}

/** The real stack: servers and services as separate processes on this machine. */
export interface Stack extends Omit<StackServers, 'store'> {
  /** The S3 store of media. */
  readonly store: S3Server;
  /** Null if not requested. */
  readonly minio: S3Server | null;
  /** URL of the first gateway. The others are in `services.gateway`. */
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  /** The replicas of each service, ordered by number. */
  readonly services: Readonly<Record<ServiceName, readonly Replica[]>>;
  /** Starts another replica. Resolves when it is ready. */
  addReplica(service: ServiceName): Promise<Replica>;
  /** Stops the last replica. Never the first one, which the other services call. */
  removeReplica(service: ServiceName): Promise<void>;
  /** Gives the servers new certificates for future connections. */
  renewCertificates(): Promise<void>;
  /** Stops a replica and starts it from the build of another repository, such as another release. */
  replaceReplica(replica: Replica, root: string): Promise<Replica>;
  /** Stops everything in order. The data stays. */
  stop(): Promise<void>;
  /** Kills everything at once. */
  kill(): Promise<void>;
}

/** Parts of the stack are already running in this folder. */
export class StackRunsError extends Error {
  override readonly name = 'StackRunsError';
  readonly running: readonly string[];

  constructor(dataDir: string, running: readonly string[]) {
    super(`Already running in ${dataDir}: ${running.join(', ')}`);
    this.running = running;
  }
}

/**
 * Installs missing programs, starts the servers, sets them up and starts the services.
 *
 * @throws StackRunsError if something runs in the folder; DataDirInUseError if another process is starting it. After
 *   any failure, everything that was started is stopped.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const dataDir = resolve(options.dataDir);
  const folder = await DataFolder.open(dataDir);
  const lock = await acquireDataDirLock(dataDir);
  try {
    const running = await runningDaemons(dataDir);
    if (running.length > 0) throw new StackRunsError(dataDir, running);
    const kind = options.isSecured ? 'secured' : 'open';
    await requireSameKind(folder, kind);
    const store = await storeOf(folder, kind);
    return await startAll({ ...options, dataDir, store }, folder).catch(async (error: unknown) => {
      await killStack(dataDir);
      throw error;
    });
  } finally {
    await lock.release();
  }
}

/**
 * Rejects a change between open and secured: servers without users do not know any, and servers with users accept no
 * others.
 */
async function requireSameKind(folder: DataFolder, kind: 'secured' | 'open'): Promise<void> {
  // Before accounts existed, all stacks were open.
  const isOld = (await readStackFile(folder.path)) !== null;
  const kept = await folder.secret('kind', () => (isOld ? 'open' : kind));
  if (kept === kind) return;
  const [made, other] = kind === 'open' ? ['with', 'without'] : ['without', 'with'];
  throw new Error(
    `The stack in ${folder.path} was made ${made} --secured. Start it ${made} --secured, or one ${other} it in another --dir.`,
  );
}

/** Open stacks of earlier releases keep their files in MinIO. */
async function storeOf(folder: DataFolder, kind: 'secured' | 'open'): Promise<StoreServer> {
  const isOld = (await readStackFile(folder.path)) !== null;
  const kept = await folder.secret('store', () =>
    isOld && kind === 'open' ? 'minio' : 'versitygw',
  );
  return kept === 'minio' ? 'minio' : 'versitygw';
}

interface StackPlan extends StackOptions {
  readonly store: StoreServer;
}

async function startAll(options: StackPlan, folder: DataFolder): Promise<Stack> {
  const { dataDir, signal, onProgress, kafkaNodes = 1, proxied = [] } = options;
  const { isSecured = false, root = REPOSITORY } = options;
  onProgress?.('starting the servers');
  const { proxyService, ...servers } = await startServers({
    ...options,
    ...{ kafkaNodes, proxied, isSecured },
  });
  const minio = options.withMinio && options.store !== 'minio' ? await startMinio(options) : null;

  const secrets = await keepStackSecrets(folder);
  const addresses = addressesOf(servers, secrets);
  onProgress?.('creating roles, topics and the bucket');
  const settingsFor = (service: ServiceName): Settings => ({
    ...options.env,
    ...options.envOf?.[service],
  });
  const settings = operatorSettings(addresses, secrets, settingsFor('review'));
  await runSetup(servers, settings, signal);
  await writePrivateFile(join(dataDir, 'operator.env'), forShell(settings));
  await options.beforeServices?.(settings);

  onProgress?.('starting the services');
  const plan = { addresses, secrets };
  const services = await StackServices.start(
    { folder, plan, settingsFor, root, proxyService, signal },
    { gateway: 1, evaluator: 1, review: 1, instructions: 1, media: 1, ...options.replicas },
  );
  signal?.throwIfAborted();

  const stack: Stack = {
    ...servers,
    minio,
    ...signInOf(secrets, settingsFor('gateway')),
    url: services.replicas.gateway[0]?.publicUrl ?? '',
    services: services.replicas,
    addReplica: (service) => services.add(service),
    removeReplica: (service) => services.remove(service),
    renewCertificates: () => renewCertificates(servers),
    replaceReplica: (replica, other) => services.replace(replica, other),
    stop: async () => {
      await stopStack(dataDir);
    },
    kill: () => killStack(dataDir),
  };
  await writeDown(stack, dataDir);
  await writeServicesFile(dataDir, services.replicas, secrets.operator.privateKey);
  return stack;
}

/** The settings of the operator's commands, setup and backup: addresses of the servers, and the keys. */
function operatorSettings(
  addresses: StackAddresses,
  { encryptionKey, auditKey }: StackSecrets,
  given: Settings,
): Settings {
  const databases = SERVICES.map(
    (name) => [`${name.toUpperCase()}_DATABASE_URL`, addresses.databaseUrlOf(name)] as const,
  );
  return {
    ...Object.fromEntries(databases),
    ...connectionSettings(addresses),
    ...addresses.kafkaSettingsOf('admin'),
    ...storeSettings(addresses.storeAdmin),
    ENCRYPTION_KEY: given['ENCRYPTION_KEY'] ?? encryptionKey,
    AUDIT_KEY: given['AUDIT_KEY'] ?? auditKey,
  };
}

/** For a shell: `set -a; . .stack/operator.env`. */
const forShell = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');

async function renewCertificates({ kafka, postgres, redis, store }: StackServers): Promise<void> {
  await kafka.renewCertificates();
  for (const server of [postgres, redis, store]) await server.renewCertificate();
}

function signInOf(secrets: StackSecrets, gateway: Settings) {
  return {
    email: gateway['BOOTSTRAP_EMAIL'] ?? ADMIN_EMAIL,
    password: gateway['BOOTSTRAP_PASSWORD'] ?? secrets.password,
    token: gateway['BOOTSTRAP_TOKEN'] ?? secrets.token,
  };
}

async function writeDown(stack: Stack, dataDir: string): Promise<void> {
  const { url, email, password, token, services, kafka, postgres, redis, store } = stack;
  await writeStackFile(dataDir, {
    url,
    gatewayUrls: services.gateway.flatMap(({ publicUrl }) => publicUrl ?? []),
    ...{ email, password, token },
    servers: {
      kafkaBrokers: kafka.brokers,
      postgresSuperuserUrl: postgres.superuserUrl,
      redisUrl: redis.url,
      caFile: stack.authority?.caFile ?? null,
      store: store.access,
      minio: stack.minio?.access ?? null,
    },
    daemons: await runningDaemons(dataDir),
  });
}

/**
 * Writes the services' addresses and the operator's key, like the embedded service does in its data folder. `npm run
 * dead-letters -- list --data-dir .stack` reads it.
 */
async function writeServicesFile(
  dataDir: string,
  replicas: Readonly<Record<ServiceName, readonly Replica[]>>,
  operatorPrivateKey: string,
): Promise<void> {
  const urls = SERVICES.map((service) => [service, replicas[service][0]?.internalUrl ?? '']);
  const file = { services: Object.fromEntries(urls) as object, operatorPrivateKey };
  await writePrivateFile(join(dataDir, 'run.json'), `${JSON.stringify(file, null, 2)}\n`);
}

// It takes seconds, but waits for an unresponsive server up to this limit.
const SETUP_MS_MAX = 180_000;

/** Creates the roles, topics and the bucket that the services expect. Idempotent. */
async function runSetup(
  servers: StackServers,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<void> {
  await runProgram(process.execPath, [join(REPOSITORY, 'deploy/setup/dist/main.js')], {
    env: {
      ...settings,
      DATABASE_ADMIN_URL: servers.postgres.superuserUrl,
      ...(servers.authority && kafkaUsers()),
      KAFKA_REPLICATION: String(servers.kafka.nodes.length),
      ...(servers.store.userAccess && { OBJECT_STORE_USER: servers.store.userAccess.accessKey }),
    },
    inherits: false,
    signal,
    withinMs: SETUP_MS_MAX,
  });
}

/** The Kafka users: each service signs in with its own name. */
const kafkaUsers = (): Settings =>
  Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_KAFKA_SASL_USERNAME`, name]));
