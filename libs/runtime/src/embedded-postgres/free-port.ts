import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that nobody listens on at this instant: PostgreSQL cannot choose one itself. */
export async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen({ port: 0, host });
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('Expected a TCP address');
  return address.port;
}
