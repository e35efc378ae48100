import { LOOPBACK } from '../daemons/ports.ts';

export interface KafkaNodePlan {
  readonly id: number;
  readonly name: string;
  /** The port on which it listens for clients. */
  readonly clientPort: number;
  /** The port that clients are directed to. */
  readonly advertisedPort: number;
  /** The port for the other nodes, never through a proxy. */
  readonly internalPort: number;
  readonly controllerPort: number;
  readonly dataDir: string;
}

/** The files of a secured node: its certificate with key, and the CA. */
export interface KafkaTlsFiles {
  readonly keystore: string;
  readonly caFile: string;
}

/** The user who may do everything. ACLs limit all others. */
export const KAFKA_ADMIN = 'admin';
/** The name in the nodes' certificates, by which they identify each other. */
export const KAFKA_NODE = 'kafka';

const PLAINTEXT = {
  'listener.security.protocol.map': 'CLIENT:PLAINTEXT,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT',
};

/** Clients sign in with a password, nodes with their certificate. */
function securedProperties({ keystore, caFile }: KafkaTlsFiles) {
  return {
    'listener.security.protocol.map': 'CLIENT:SASL_SSL,INTERNAL:SSL,CONTROLLER:SSL',
    'sasl.enabled.mechanisms': 'SCRAM-SHA-512',
    'listener.name.client.scram-sha-512.sasl.jaas.config':
      'org.apache.kafka.common.security.scram.ScramLoginModule required;',
    'listener.name.internal.ssl.client.auth': 'required',
    'listener.name.controller.ssl.client.auth': 'required',
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keystore,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': caFile,
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': `User:${KAFKA_ADMIN};User:CN=${KAFKA_NODE}`,
  };
}

/** Formats the `server.properties` of one node of a cluster. */
export function formatKafkaProperties(
  node: KafkaNodePlan,
  all: readonly Pick<KafkaNodePlan, 'id' | 'controllerPort'>[],
  tls: KafkaTlsFiles | null = null,
): string {
  const at = (port: number) => `${LOOPBACK}:${port}`;
  const voters = all.map(({ id, controllerPort }) => `${id}@${at(controllerPort)}`);
  const copies = all.length;
  const properties = {
    'process.roles': 'broker,controller',
    'node.id': node.id,
    'controller.quorum.voters': voters.join(','),
    listeners: `CLIENT://${at(node.clientPort)},INTERNAL://${at(node.internalPort)},CONTROLLER://${at(node.controllerPort)}`,
    'advertised.listeners': `CLIENT://${at(node.advertisedPort)},INTERNAL://${at(node.internalPort)}`,
    ...(tls ? securedProperties(tls) : PLAINTEXT),
    'inter.broker.listener.name': 'INTERNAL',
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': node.dataDir,

    'default.replication.factor': copies,
    'min.insync.replicas': copies > 1 ? 2 : 1,
    'offsets.topic.replication.factor': copies,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': copies,
    'transaction.state.log.min.isr': copies > 1 ? 2 : 1,
    // The setup creates the topics as the contracts define them. A misspelt topic must be an error.
    'auto.create.topics.enable': false,

    // For a small machine: do not wait for more members, use little memory, and detect a dead node within 3 s.
    'group.initial.rebalance.delay.ms': 0,
    'log.cleaner.dedupe.buffer.size': 16_777_216,
    'broker.session.timeout.ms': 3_000,
    'broker.heartbeat.interval.ms': 500,
  };
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
