import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A proxy to Redis that can be cut or slowed down for its clients. */
export interface RedisProxy extends AsyncDisposable {
  readonly url: string;
  /** Ends the connections and refuses new ones. */
  cut(): void;
  /** Keeps the connections but forwards nothing. */
  stall(): void;
  /** Delays each answer by this time. */
  slowBy(ms: number): void;
  mend(): void;
}

export async function openRedisProxy(redisUrl: string): Promise<RedisProxy> {
  const { hostname, port } = new URL(redisUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  /** Resolves when data may pass. */
  let open: Promise<void> = Promise.resolve();
  let goOn = (): void => {};
  let slowMs = 0;

  const pass = (from: Socket, to: Socket, delayMs: () => number): void => {
    // Keeps delayed data in order.
    let forwarded = Promise.resolve();
    sockets.add(from);
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.on('data', (data) => {
      const due = delay(delayMs());
      forwarded = forwarded.then(async () => {
        await Promise.all([due, open]);
        if (!to.destroyed) to.write(data);
      });
    });
  };
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const redis = connect(Number(port), hostname);
    pass(client, redis, () => 0);
    pass(redis, client, () => slowMs);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      endAll();
    },
    stall() {
      open = new Promise((resolve) => (goOn = resolve));
    },
    slowBy(ms) {
      slowMs = ms;
    },
    mend() {
      slowMs = 0;
      isCut = false;
      goOn();
    },
    async [Symbol.asyncDispose]() {
      goOn();
      server.close();
      endAll();
      await once(server, 'close');
    },
  };
}
