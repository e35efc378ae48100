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
  test('has what was committed after a kill, at the same port', async () => {
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

  test('has it in another run too, and is not started twice', async () => {
    const server = await startPostgres({ dataDir });

    expect(await query(server.superuserUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
    await expect(startPostgres({ dataDir })).rejects.toThrow('postgres');
    expect(await query(server.superuserUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);

    expect(await stopStack(dataDir)).toEqual(['postgres']);
    expect(server.isRunning).toBe(false);
  }, 60_000);
});

test('Redis has forgotten everything after a kill: it is a count, not a store', async () => {
  const redis = await startRedis({ dataDir });
  expect(await ask(redis.port, 'SET slot 1')).toBe('+OK');

  await redis.kill();
  await redis.start();

  expect(await ask(redis.port, 'EXISTS slot')).toBe(':0');
}, 30_000);

test('a proxy cuts, hangs and restores, and outlasts a kill of itself', async () => {
  const redis = await startRedis({ dataDir: join(dataDir, 'proxied') });
  const toxiproxy = await startToxiproxy({ dataDir: join(dataDir, 'proxied') });
  const proxy = await toxiproxy.proxy('redis', redis.port);
  expect(await ask(proxy.port, 'PING')).toBe('+PONG');

  await proxy.hang();
  await expect(ask(proxy.port, 'PING')).rejects.toThrow('silent');
  await proxy.restore();
  expect(await ask(proxy.port, 'PING')).toBe('+PONG');

  await proxy.cut();
  await expect(ask(proxy.port, 'PING')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await proxy.restore();
  expect(await ask(proxy.port, 'PING')).toBe('+PONG');

  await toxiproxy.kill();
  await toxiproxy.start();
  expect(await ask(proxy.port, 'PING')).toBe('+PONG');
  expect((await stopStack(join(dataDir, 'proxied'))).sort()).toEqual(['redis', 'toxiproxy']);
}, 60_000);

test('three nodes of Kafka: one is killed and comes back, all stop', async () => {
  const secrets = join(dataDir, 'secrets');
  await mkdir(secrets, { recursive: true });
  // One random id in 64 looks like an option.
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

test('what cannot start says why, and leaves nothing behind', async () => {
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

/** Sends one command as Redis reads it from a terminal. */
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
