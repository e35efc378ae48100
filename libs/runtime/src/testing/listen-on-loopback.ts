import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that listens until it is disposed of, which cuts its connections. */
export interface Loopback extends AsyncDisposable {
  readonly port: number;
}

/** Has a server listen on loopback or another address, on a free port where none is said. */
export async function listenOnLoopback(
  server: Server,
  { host = '127.0.0.1', port = 0 } = {},
): Promise<Loopback> {
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
