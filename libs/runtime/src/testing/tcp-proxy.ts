import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy between a client and a server, for simulating network failures. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** Stops passing data in both directions without closing anything, like a cut cable. */
  hold(): void;
  /** The same for the current connections only. New ones work. */
  holdOpen(): void;
  /** Passes data again, including what was held. */
  release(): void;
  /** Closes the current connections. */
  cut(): void;
}

/** Opens a proxy to a server on this machine, on a given or a free port. */
export async function openTcpProxy(targetPort: number, port = 0): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isHeld = false;
  const server: Server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('error', () => {});
      if (isHeld) from.pause();
    }
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');

  const pauseAll = (): void => {
    for (const socket of sockets) socket.pause();
  };
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    hold: () => {
      isHeld = true;
      pauseAll();
    },
    holdOpen: pauseAll,
    release: () => {
      isHeld = false;
      for (const socket of sockets) socket.resume();
    },
    cut,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => void server.close(resolve));
      cut();
      await closed;
    },
  };
}
