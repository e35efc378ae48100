import { join } from 'node:path';

import { SERVICES, type ServiceName } from '@output-review/contracts';
import { writePrivateFile } from '@output-review/runtime';

import type { DataFolder } from '../daemons/data-folder.ts';
import type { KafkaProgram } from '../install/kafka-jars.ts';
import { runProgram } from '../install/run-program.ts';
import type { Authority } from './authority.ts';
import { KAFKA_ADMIN, KAFKA_NODE, type KafkaNodePlan } from './kafka-properties.ts';

export type KafkaUser = ServiceName | typeof KAFKA_ADMIN;

/** The users of a secured Kafka and the certificates of its nodes. */
export interface KafkaAccounts {
  readonly caFile: string;
  readonly passwords: ReadonlyMap<KafkaUser, string>;
  keystoreOf(node: KafkaNodePlan): string;
  /** Gives a node a new certificate. A running node must be told to reload it. */
  certify(node: KafkaNodePlan): Promise<void>;
}

export async function openKafkaAccounts(
  folder: DataFolder,
  authority: Authority,
): Promise<KafkaAccounts> {
  const users: readonly KafkaUser[] = [KAFKA_ADMIN, ...SERVICES];
  const passwords = await Promise.all(users.map((user) => folder.secret(`kafka-${user}`)));
  const keystoreOf = ({ name }: KafkaNodePlan): string => join(folder.dataOf(name), 'keystore.pem');
  return {
    caFile: authority.caFile,
    passwords: new Map(users.map((user, n) => [user, passwords[n] ?? ''])),
    keystoreOf,
    certify: async (node) => {
      const { certificate, key } = await authority.issue(KAFKA_NODE);
      await writePrivateFile(keystoreOf(node), `${key}\n${certificate}\n`);
    },
  };
}

/** Arguments that create Kafka's users before the first start. */
export function scramArguments({ passwords }: KafkaAccounts): string[] {
  return [...passwords].flatMap(([user, password]) => [
    '--add-scram',
    `SCRAM-SHA-512=[name=${user},password=${password}]`,
  ]);
}

/** The sign-in settings of a service or a setup. */
export function kafkaSettings(
  accounts: KafkaAccounts | undefined,
  user: KafkaUser,
): Readonly<Record<string, string>> {
  if (accounts === undefined) return {};
  return {
    KAFKA_TLS: 'true',
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_SASL_USERNAME: user,
    KAFKA_SASL_PASSWORD: accounts.passwords.get(user) ?? '',
  };
}

export interface Reloading {
  readonly folder: DataFolder;
  readonly program: KafkaProgram;
  readonly accounts: KafkaAccounts;
  readonly address: string;
}

/**
 * Makes a node reload its certificate and the CA. Any configuration change triggers this, even with the same file
 * names.
 */
export async function reloadCertificate(
  { folder, program, accounts, address }: Reloading,
  node: KafkaNodePlan,
): Promise<void> {
  const clientFile = join(folder.dataOf(node.name), 'admin.properties');
  const password = accounts.passwords.get(KAFKA_ADMIN) ?? '';
  const properties = {
    'security.protocol': 'SASL_SSL',
    'sasl.mechanism': 'SCRAM-SHA-512',
    'sasl.jaas.config': `org.apache.kafka.common.security.scram.ScramLoginModule required username="${KAFKA_ADMIN}" password="${password}";`,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': accounts.caFile,
    // A JVM is slow on a busy machine.
    'default.api.timeout.ms': 180_000,
  };
  const lines = Object.entries(properties).map(([name, value]) => `${name}=${value}\n`);
  await writePrivateFile(clientFile, lines.join(''));
  await runProgram(program.java, [
    ...['-Xmx128m', '-XX:TieredStopAtLevel=1', '-cp', program.classPath],
    ...['kafka.admin.ConfigCommand', '--bootstrap-server', address],
    ...['--command-config', clientFile, '--entity-type', 'brokers'],
    ...['--entity-name', String(node.id), '--alter', '--add-config'],
    `listener.name.client.ssl.keystore.location=${accounts.keystoreOf(node)}`,
  ]);
}
