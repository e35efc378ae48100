import { randomBytes } from 'node:crypto';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { allOrError, type Daemon, startDaemon } from '../daemons/daemon.ts';
import { LOOPBACK, portFor } from '../daemons/ports.ts';
import { ensureKafka, type KafkaProgram } from '../install/kafka-jars.ts';
import { runProgram } from '../install/run-program.ts';
import {
  type KafkaAccounts,
  kafkaSettings,
  type KafkaUser,
  openKafkaAccounts,
  reloadCertificate,
  scramArguments,
} from './kafka-accounts.ts';
import { formatKafkaProperties, type KafkaNodePlan } from './kafka-properties.ts';
import { openContext, type ServerContext, type ServerOptions } from './server-options.ts';

export interface KafkaOptions extends ServerOptions {
  /** Three keep every message on three nodes, and go on when one of them is gone. */
  readonly nodes: 1 | 3;
  /** Says where clients are told to find a node, for a proxy that stands before it. */
  readonly advertisedPortOf?: (node: number, port: number) => Promise<number>;
}

export interface KafkaNode extends Daemon {
  /** 1, 2, 3: what Kafka calls `node.id`. */
  readonly id: number;
  /** Where it listens; clients may be told another one. */
  readonly port: number;
}

export interface KafkaCluster {
  /** As KAFKA_BROKERS takes it; with proxies before the nodes, those. */
  readonly brokers: string;
  readonly nodes: readonly KafkaNode[];
  /** How a user signs in, as settings of a service; none where everybody may do everything. */
  settingsOf(user: KafkaUser): Readonly<Record<string, string>>;
  /** Gives the nodes new certificates, for connections from now on. */
  renewCertificates(): Promise<void>;
  /** Starts the nodes that do not run. */
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts Kafka (KRaft: every node is a broker and a voter) without topics, and makes none unasked. */
export async function startKafka(options: KafkaOptions): Promise<KafkaCluster> {
  const context = await openContext(options);
  const program = await ensureKafka(context.install);
  const clusterId = await context.folder.secret('kafka-cluster-id', makeClusterId);
  const plans = await planNodes(context, options);
  const { folder } = context;
  const accounts = options.authority && (await openKafkaAccounts(folder, options.authority));
  // A node is ready when most of them are there, so they start together.
  const nodes = await allOrError(
    plans.map((node) => startNode({ context, program, clusterId, accounts, node, of: plans })),
  );
  return {
    brokers: plans.map(({ advertisedPort }) => `${LOOPBACK}:${advertisedPort}`).join(','),
    nodes,
    settingsOf: (user) => kafkaSettings(accounts, user),
    renewCertificates: async () => {
      if (accounts === undefined) return;
      for (const node of plans) {
        await accounts.certify(node);
        const address = `${LOOPBACK}:${node.clientPort}`;
        await reloadCertificate({ folder, program, accounts, address }, node);
      }
    },
    start: () =>
      onAll(nodes, async (node) => {
        if (!node.isRunning) await node.start();
      }),
    stop: () => onAll(nodes, (node) => node.stop()),
    kill: () => onAll(nodes, (node) => node.kill()),
  };
}

/** Kafka takes a UUID in base64url. */
const makeClusterId = (): string => randomBytes(16).toString('base64url');

async function planNodes({ folder }: ServerContext, options: KafkaOptions) {
  const plans: KafkaNodePlan[] = [];
  for (let id = 1; id <= options.nodes; id += 1) {
    const name = `kafka-${id}`;
    const portOf = (what: string) => portFor(`${name}-${what}`, folder.portsFile);
    const clientPort = await portOf('client');
    plans.push({
      id,
      name,
      clientPort,
      advertisedPort: (await options.advertisedPortOf?.(id, clientPort)) ?? clientPort,
      internalPort: await portOf('internal'),
      controllerPort: await portOf('controller'),
      dataDir: join(folder.dataOf(name), 'log'),
    });
  }
  return plans;
}

interface NodeStart {
  readonly context: ServerContext;
  readonly program: KafkaProgram;
  readonly clusterId: string;
  readonly accounts: KafkaAccounts | undefined;
  readonly node: KafkaNodePlan;
  readonly of: readonly KafkaNodePlan[];
}

async function startNode(start: NodeStart): Promise<KafkaNode> {
  const { context, program, accounts, node, of } = start;
  const { folder, install } = context;
  const properties = join(folder.dataOf(node.name), 'server.properties');
  await mkdir(folder.dataOf(node.name), { recursive: true });
  await accounts?.certify(node);
  const tls = accounts ? { keystore: accounts.keystoreOf(node), caFile: accounts.caFile } : null;
  await writeFile(properties, formatKafkaProperties(node, of, tls));
  await format(start, properties);

  const heap = of.length === 1 ? '512m' : '384m';
  const daemon = await startDaemon({
    name: node.name,
    folder,
    command: program.java,
    args: [`-Xms${heap}`, `-Xmx${heap}`, ...FRUGAL, ...LOGGING].concat(
      ...['-cp', program.classPath, 'kafka.Kafka', properties],
    ),
    // A controlled shutdown hands its partitions over.
    stop: { signal: 'SIGTERM', withinMs: 20_000 },
    // It says so when the controller has let it in, not before.
    isReady: async ({ logged }) => (await logged()).includes('Kafka Server started'),
    readyWithinMs: 90_000,
    signal: install.signal,
  });
  return Object.assign(daemon, { id: node.id, port: node.clientPort });
}

// It shares a few cores with all else: to compile its code well takes more of them, for minutes, than it saves.
const FRUGAL = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
const LOGGING = ['-Dorg.slf4j.simpleLogger.showDateTime=true'];

/** Makes the data folder of a node Kafka's own; one that is stays as it is. */
async function format(start: NodeStart, properties: string) {
  const { context, program, clusterId, accounts, node } = start;
  const isFormatted = await stat(join(node.dataDir, 'meta.properties')).then(
    () => true,
    () => false,
  );
  if (isFormatted) return;
  await runProgram(
    program.java,
    [
      // It runs for a second: compiling well would take longer.
      ...['-Xmx128m', '-XX:TieredStopAtLevel=1', '-cp', program.classPath],
      ...['kafka.tools.StorageTool', 'format', '--ignore-formatted'],
      // One in 64 begins with a hyphen, and would be taken for an option.
      ...[`--cluster-id=${clusterId}`, '--config', properties],
      ...(accounts ? scramArguments(accounts) : []),
    ],
    { signal: context.install.signal },
  );
}

async function onAll(
  nodes: readonly KafkaNode[],
  act: (node: KafkaNode) => Promise<void>,
): Promise<void> {
  await allOrError(nodes.map(act));
}
