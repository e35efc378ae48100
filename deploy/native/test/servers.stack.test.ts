import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';

import {
  killStack,
  startKafka,
  startPostgres,
  startRedis,
  startToxiproxy,
  stopStack,
} from '../src/index.ts';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'output-review-servers-'));
});

afterAll(async () => {
  await killStack(dataDir);
  await rm(dataDir, { recursive: true });
});

describe('PostgreSQL', () => {
  test('keeps committed data and its port after a kill', async () => {
    const server = await startPostgres({ dataDir });
    const { pid, superuserUrl } = server;
    await query(superuserUrl, 'CREATE TABLE kept AS SELECT 1 AS n');

    await server.kill();
    expect(server.isRunning).toBe(false);
    expect(() => server.pid).toThrow('postgres is not running');
    await expect(query(superuserUrl, 'SELECT')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await server.start();

    expect(server.pid).not.toBe(pid);
    expect(await query(superuserUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
    expect(await query(superuserUrl, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
    await server.stop();
  }, 60_000);

  test('keeps the data in another run too, and is not started twice', async () => {
    const server = await startPostgres({ dataDir });

    expect(await query(server.superuserUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
    await expect(startPostgres({ dataDir })).rejects.toThrow('postgres');
    expect(await query(server.superuserUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);

    expect(await stopStack(dataDir)).toEqual(['postgres']);
    expect(server.isRunning).toBe(false);
  }, 60_000);
});

test('Redis loses everything after a kill, because it only counts and stores nothing', async () => {
  const redis = await startRedis({ dataDir });
  expect(await ask(redis.port, 'SET slot 1')).toBe('+OK');

  await redis.kill();
  await redis.start();

  expect(await ask(redis.port, 'EXISTS slot')).toBe(':0');
}, 30_000);

test('a proxy hangs and restores connections, and survives a kill', async () => {
  const redis = await startRedis({ dataDir: join(dataDir, 'proxied') });
  const toxiproxy = await startToxiproxy({ dataDir: join(dataDir, 'proxied') });
  const proxy = await toxiproxy.proxy('redis', redis.port);
  expect(await ask(proxy.port, 'PING')).toBe('+PONG');

  await proxy.hang();
  await expect(ask(proxy.port, 'PING')).rejects.toThrow('silent');
  await proxy.restore();
  expect(await ask(proxy.port, 'PING')).toBe('+PONG');

  await toxiproxy.kill();
  await toxiproxy.start();
  expect(await ask(proxy.port, 'PING')).toBe('+PONG');
  expect((await stopStack(join(dataDir, 'proxied'))).sort()).toEqual(['redis', 'toxiproxy']);
}, 60_000);

test('three Kafka nodes survive a kill of one, which is started again', async () => {
  const secrets = join(dataDir, 'secrets');
  await mkdir(secrets, { recursive: true });
  // One random ID in 64 starts with a hyphen, like an option.
  await writeFile(join(secrets, 'kafka-cluster-id'), '-kU3OEVBNTcwNTJENDM2Qg');
  const kafka = await startKafka({ dataDir, nodes: 3 });
  expect(kafka.brokers.split(',')).toHaveLength(3);

  await kafka.nodes[0]?.kill();
  expect(kafka.nodes.map(({ isRunning }) => isRunning)).toEqual([false, true, true]);
  await kafka.start();
  expect(kafka.nodes.every(({ isRunning }) => isRunning)).toBe(true);

  await kafka.kill();
  expect(kafka.nodes.some(({ isRunning }) => isRunning)).toBe(false);
}, 180_000);

test('a failed start reports the reason and leaves nothing running', async () => {
  const folder = join(dataDir, 'broken');
  const aborted = AbortSignal.abort(new Error('Interrupted'));

  await expect(startRedis({ dataDir: folder, signal: aborted })).rejects.toThrow('Interrupted');

  expect(await stopStack(folder)).toEqual([]);
});

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Sends one command in Redis's inline format. */
async function ask(port: number, command: string): Promise<string> {
  const socket = createConnection({ port, host: '127.0.0.1', timeout: 1_000 });
  socket.on('timeout', () => socket.destroy(new Error('It is silent.')));
  try {
    socket.write(`${command}\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString().trim();
  } finally {
    socket.destroy();
  }
}
