import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** One address for several replicas, like a Kubernetes Service. */
export interface Balancer extends AsyncDisposable {
  readonly url: string;
  /** Sends new connections to this replica too. */
  add(url: string): void;
  /** Sends no new connections to this replica. Existing ones stay open. */
  remove(url: string): void;
}

/** Starts a balancer without replicas, which closes every connection. */
export async function startBalancer(): Promise<Balancer> {
  const replicas: string[] = [];
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    turn += 1;
    const replica = replicas[turn % replicas.length];
    if (replica === undefined) return void client.destroy();
    const { hostname, port } = new URL(replica);
    const target = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    add: (url) => void replicas.push(url),
    remove: (url) => void replicas.splice(replicas.indexOf(url), 1),
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
