import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { findTlsServers, readCertificate } from './certificates.ts';

let dir: string;
let server: Server | undefined;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'output-review-doctor-'));
});

afterEach(async () => {
  server?.close();
  await rm(dir, { recursive: true });
});

const addressesOf = async (env: Record<string, string>, dataDir: string | null = null) =>
  (await findTlsServers(env, dataDir)).map(
    ({ name, host, port }) => `${name} at ${host} port ${port}`,
  );

test('finds each server with TLS once, by the settings of the services', async () => {
  const database = 'postgres://gateway:secret@db.example/reviews?sslmode=verify-full';

  expect(
    await addressesOf({
      GATEWAY_DATABASE_URL: database,
      REVIEW_DATABASE_URL: database.replace('gateway', 'review'),
      REDIS_URL: 'rediss://gateway:secret@redis.example:6380',
      KAFKA_BROKERS: 'k1.example:9093, k2.example:9093',
      KAFKA_TLS: 'true',
      OBJECT_STORE_ENDPOINT: 'https://[::1]:9000',
      PUBLIC_URL: 'https://reviews.example',
    }),
  ).toEqual([
    'PostgreSQL at db.example port 5432',
    'Redis at redis.example port 6380',
    'the object store at ::1 port 9000',
    'the public address at reviews.example port 443',
    'Kafka at k1.example port 9093',
    'Kafka at k2.example port 9093',
  ]);
});

test('ignores servers without TLS', async () => {
  expect(
    await addressesOf({
      DATABASE_URL: 'postgres://review:secret@db.example/reviews',
      REDIS_URL: 'redis://redis.example',
      KAFKA_BROKERS: 'k1.example:9092',
      KAFKA_TLS: 'false',
      OBJECT_STORE_ENDPOINT: 'http://store.example',
      PUBLIC_URL: '',
    }),
  ).toEqual([]);
});

test('finds the servers of a local stack in its folder', async () => {
  const servers = {
    kafkaBrokers: '127.0.0.1:19093',
    postgresSuperuserUrl: 'postgres://app:secret@127.0.0.1:15432/postgres?sslmode=verify-full',
    redisUrl: 'rediss://gateway:secret@127.0.0.1:16379',
    store: { endpoint: 'https://127.0.0.1:19000' },
  };
  const write = (caFile: string | null) =>
    writeFile(join(dir, 'stack.json'), JSON.stringify({ servers: { ...servers, caFile } }));

  await write('/ca.pem');
  const secured = await addressesOf({}, dir);
  await write(null);

  expect(secured.map((each) => each.split(' at ')[0])).toEqual([
    ...['PostgreSQL', 'Redis', 'the object store', 'Kafka'],
  ]);
  expect(await addressesOf({}, dir)).toEqual([]);
});

test('reports a server that does not speak TLS', async () => {
  server = createServer((socket) => socket.end('N'));
  const port = await new Promise<number>((resolve) => {
    server?.listen(0, '127.0.0.1', () => {
      const address = server?.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  const at = { name: 'PostgreSQL', host: '127.0.0.1', port };

  expect(await readCertificate({ ...at, isPostgres: true })).toMatchObject({
    failure: 'it does not speak TLS',
  });
  expect(await readCertificate({ ...at, isPostgres: false })).toMatchObject({
    failure: expect.any(String),
  });
});
