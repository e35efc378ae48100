import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
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
  /** Three nodes keep every message on each of them, and tolerate the loss of one. */
  readonly nodes: 1 | 3;
  /** Returns the port that clients of a node are directed to, for a proxy in front of it. */
  readonly advertisedPortOf?: (node: number, port: number) => Promise<number>;
}

export interface KafkaNode extends Daemon {
  /** 1, 2, 3: Kafka's `node.id`. */
  readonly id: number;
  /** The port on which it listens. Clients may be directed to another one. */
  readonly port: number;
}

export interface KafkaCluster {
  /** The value for KAFKA_BROKERS. If there are proxies, their addresses. */
  readonly brokers: string;
  readonly nodes: readonly KafkaNode[];
  /** The sign-in settings of a user for a service. Empty without accounts. */
  settingsOf(user: KafkaUser): Readonly<Record<string, string>>;
  /** Gives the nodes new certificates for future connections. */
  renewCertificates(): Promise<void>;
  /** Starts the nodes that are not running. */
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts Kafka (KRaft: every node is a broker and a voter) without topics. Topics are never created automatically. */
export async function startKafka(options: KafkaOptions): Promise<KafkaCluster> {
  const context = await openContext(options);
  const program = await ensureKafka(context.install);
  const clusterId = await context.folder.secret('kafka-cluster-id', makeClusterId);
  const plans = await planNodes(context, options);
  const { folder } = context;
  const accounts = options.authority && (await openKafkaAccounts(folder, options.authority));
  // A node is ready only when a majority is up, so they start together.
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

/** Kafka expects a UUID in base64url. */
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
    // A controlled shutdown moves its partitions to other nodes.
    stop: { signal: 'SIGTERM', withinMs: 20_000 },
    // Logged only once the controller has admitted the node.
    isReady: async ({ logged }) => (await logged()).includes('Kafka Server started'),
    readyWithinMs: 90_000,
    signal: install.signal,
  });
  return Object.assign(daemon, { id: node.id, port: node.clientPort });
}

// It shares a few cores with everything else. Full compilation would occupy more of them for minutes than it saves.
const FRUGAL = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
const LOGGING = ['-Dorg.slf4j.simpleLogger.showDateTime=true'];

/** Formats the data folder of a node for Kafka. A formatted one stays unchanged. */
async function format(start: NodeStart, properties: string) {
  const { context, program, clusterId, accounts, node } = start;
  if (existsSync(join(node.dataDir, 'meta.properties'))) return;
  await runProgram(
    program.java,
    [
      // It runs for a second, so full compilation would take longer.
      ...['-Xmx128m', '-XX:TieredStopAtLevel=1', '-cp', program.classPath],
      ...['kafka.tools.StorageTool', 'format', '--ignore-formatted'],
      // As one argument: one ID in 64 starts with a hyphen and would look like an option.
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
