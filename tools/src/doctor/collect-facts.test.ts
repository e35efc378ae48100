import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as TcpServer,
} from 'node:net';

import { afterEach, expect, test } from '@jest/globals';

import { collectFacts } from './collect-facts.ts';

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

/** How much the counter of a service grew between the looks. */
async function countBetween(gateway: string): Promise<number> {
  const away = 'http://127.0.0.1:1';
  const services = { gateway, evaluator: away, review: away, instructions: away, media: away };
  const facts = await collectFacts({ services }, { watchMs: 1, dataDir: null });
  const [seen] = facts.services.filter(({ service }) => service === 'gateway');
  const at = (look: 'before' | 'after') => seen?.[look].get('looks_total')?.[0]?.value ?? NaN;
  return at('after') - at('before');
}

/** A replica that counts reads of its metrics, starting at a number. */
async function replica(from: number, { endsConnections = 0 } = {}): Promise<number> {
  let looks = 0;
  const server = createServer(({ url }, res) => {
    if (url !== '/metrics') return res.end(JSON.stringify({ ready: true, checks: {} }));
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
