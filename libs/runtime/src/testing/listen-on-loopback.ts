import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A listening server. Disposing it cuts its connections. */
export interface Loopback extends AsyncDisposable {
  readonly port: number;
}

/** Starts a server on loopback or another address, by default on a free port. */
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
