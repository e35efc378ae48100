import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as TcpServer,
} from 'node:net';

import { afterEach, expect, test } from '@jest/globals';

import { perService } from '@output-review/contracts';

import { collectFacts } from './collect-facts.ts';
import type { ServiceFacts } from './facts.pure.ts';

const open: TcpServer[] = [];

afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

test('both looks at a service reach the same replica', async () => {
  const gateway = await balance([await replica(1_000), await replica(10)]);

  expect(await countBetween(gateway)).toBe(1);
});

test('looks again at a service whose connection was lost between the looks', async () => {
  const ending = await replica(1_000, { endsConnections: 1 });
  const gateway = await balance([ending, await replica(10)]);

  expect(await countBetween(gateway)).toBe(1);
});

test('gives up the same connection after a second try', async () => {
  const port = await replica(0, { endsConnections: 9 });

  const { after } = await look(`http://127.0.0.1:${port}`);

  expect(after.get('looks_total')?.[0]?.value).toBe(4);
});

const HOUR_MS = 3_600_000;

test.each([0, HOUR_MS, -HOUR_MS])('reads by how much a clock is ahead: %s ms', async (aheadMs) => {
  const { clockAheadMs } = await look(
    await answering((_, res) => {
      res.setHeader('date', new Date(Date.now() + aheadMs).toUTCString());
      res.end(READY);
    }),
  );

  // A Date header has whole seconds.
  expect(Math.round((clockAheadMs ?? NaN) / 10_000)).toBeCloseTo(aheadMs / 10_000);
});

test('reads no metrics from an error, and nothing from what is no service', async () => {
  const { readiness, after } = await look(
    await answering(({ url }, res) => {
      res.statusCode = url === '/metrics' ? 500 : 200;
      res.end(url === '/metrics' ? 'looks_total 1\n' : '{}');
    }),
  );

  expect(after.size).toBe(0);
  expect(readiness).toEqual({ failure: 'does not answer as a service' });
});

test('reads the free space of the data folder', async () => {
  const { disk } = await collectFacts({ services: AWAY }, { watchMs: 1, dataDir: '/' });

  expect(disk?.freeBytes).toBeGreaterThan(0);
  expect(disk?.freeBytes).toBeLessThan(disk?.totalBytes ?? 0);
});

const READY = JSON.stringify({ ready: true, checks: {} });
const AWAY = perService(() => 'http://127.0.0.1:1');

async function look(gateway: string): Promise<ServiceFacts> {
  const services = { ...AWAY, gateway };
  const facts = await collectFacts({ services }, { watchMs: 1, dataDir: null });
  const seen = facts.services.find(({ service }) => service === 'gateway');
  if (!seen) throw new Error('The gateway was not looked at');
  return seen;
}

/** How much the counter of a service grew between the looks. */
async function countBetween(gateway: string): Promise<number> {
  const { before, after } = await look(gateway);
  const at = (samples: ServiceFacts['after']) => samples.get('looks_total')?.[0]?.value ?? NaN;
  return at(after) - at(before);
}

async function answering(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await portOf(createServer(answer))}`;
}

/** A replica that counts reads of its metrics, starting at a number. */
async function replica(from: number, { endsConnections = 0 } = {}): Promise<number> {
  let looks = 0;
  const server = createServer(({ url }, res) => {
    if (url !== '/metrics') return res.end(READY);
    looks += 1;
    if (looks <= endsConnections) res.setHeader('connection', 'close');
    return res.end(`looks_total ${from + looks}\n`);
  });
  return portOf(server);
}

/** Forwards each connection to the next of some ports. */
async function balance(ports: readonly number[]): Promise<string> {
  let connections = 0;
  const server = createTcpServer((socket) => {
    const target = connect(ports[connections % ports.length] ?? 0, '127.0.0.1');
    connections += 1;
    socket.pipe(target).pipe(socket);
    for (const one of [socket, target]) one.on('error', () => one.destroy());
  });
  return `http://127.0.0.1:${await portOf(server)}`;
}

async function portOf(server: Server | TcpServer): Promise<number> {
  open.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}
