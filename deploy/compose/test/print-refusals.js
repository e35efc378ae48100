// @ts-check
// For `node --input-type=module -e` in a container of media or the gateway, with its own settings, like an attacker who
// broke into it. Prints as JSON what servers answer to forbidden requests, and which certificates they present.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { connect } from 'node:tls';

import { ensureBucket } from '@output-review/media/s3';
import { objectStoreGroup } from '@output-review/media/object-store';
import { kafkaGroup, readGroups, withCaFile } from '@output-review/runtime';
import kafkajs from 'kafkajs';
import pg from 'pg';
import { createClient } from 'redis';

const { env } = process;
const caFile = env.TLS_CA_FILE ?? '';
const ca = await readFile(caFile);

/** @param {() => Promise<unknown>} attempt */
const refusalOf = (attempt) =>
  attempt().then(
    () => 'allowed',
    (error) => `${error.code ?? ''} ${error.message} ${error.cause?.message ?? ''}`.trim(),
  );

/** @param {string} url @param {string} sql */
async function query(url, sql) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(sql);
    // @ts-expect-error: the socket of the connection, which has been made TLS.
    return client.connection.stream.getPeerCertificate?.().serialNumber;
  } finally {
    await client.end();
  }
}

/** @param {string} topic @param {{ ssl: boolean }} options */
async function publish(topic, { ssl }) {
  const { brokers, sasl } = readGroups(env, { kafka: kafkaGroup }).kafka;
  const client = new kafkajs.Kafka({
    brokers: [...brokers],
    ssl: ssl ? { ca } : false,
    sasl: /** @type {import('kafkajs').SASLOptions} */ (sasl),
    retry: { retries: 0 },
    logLevel: kafkajs.logLevel.NOTHING,
  });
  const producer = client.producer({ allowAutoTopicCreation: false, retry: { retries: 0 } });
  try {
    await producer.connect();
    await producer.send({ topic, messages: [{ value: '{}' }] });
  } finally {
    await producer.disconnect();
  }
}

/** @param {string} url @param {string[]} command */
async function askRedis(url, command) {
  const socket = { reconnectStrategy: false, ...(url.startsWith('rediss:') && { tls: true, ca }) };
  const client = createClient({ url, RESP: 2, socket: /** @type {any} */ (socket) });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.sendCommand(command);
  } finally {
    client.destroy();
  }
}

/** @param {string} host @param {number} port */
async function serialOf(host, port) {
  const socket = connect({ host, port, ca, servername: host });
  await once(socket, 'secureConnect');
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}

const database = withCaFile(env.DATABASE_URL ?? '', caFile);
// Topics and schemas that belong to neither the gateway nor media.
const [topic, another] =
  env.REDIS_URL === undefined ? ['workspaces.changed', 'review'] : ['outputs.evaluated', 'media'];
/** @type {Record<string, string>} */
const refusals = {
  'a topic of another': await refusalOf(() => publish(topic, { ssl: true })),
  'Kafka without TLS': await refusalOf(() => publish(topic, { ssl: false })),
  'a schema of another': await refusalOf(() => query(database, `TABLE ${another}.migrations`)),
  'PostgreSQL without TLS': await refusalOf(() =>
    query((env.DATABASE_URL ?? '').replace(/\?.*/, ''), 'SELECT'),
  ),
};
if (env.REDIS_URL === undefined) {
  const { store } = readGroups(env, { store: objectStoreGroup });
  refusals['a bucket'] = await refusalOf(() => ensureBucket({ ...store, bucket: 'of-my-own' }));
  refusals['the store without TLS'] = await refusalOf(() =>
    ensureBucket({ ...store, endpoint: store.endpoint.replace('https:', 'http:') }),
  );
  refusals['Valkey without an account'] = await refusalOf(() =>
    askRedis('rediss://valkey:6379', ['PING']),
  );
} else {
  const url = env.REDIS_URL;
  refusals['keys of another'] = await refusalOf(() => askRedis(url, ['GET', 'sessions:1']));
  refusals['FLUSHALL'] = await refusalOf(() => askRedis(url, ['FLUSHALL']));
  refusals['Valkey without TLS'] = await refusalOf(() =>
    askRedis(url.replace('rediss:', 'redis:'), ['PING']),
  );
}
const serials = [
  await query(database, 'SELECT'),
  await serialOf('kafka', 9092),
  await serialOf('valkey', 6379),
  await serialOf('objects', 8333),
];
process.stdout.write(JSON.stringify({ refusals, serials }));
