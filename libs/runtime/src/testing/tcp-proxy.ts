import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a client and a server, to break what is between them. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** Passes nothing on any more, in no direction, and closes nothing: a cable that was cut. */
  hold(): void;
  /** The same for the connections of this moment; new ones work. */
  holdOpen(): void;
  /** Passes on again what comes from now on, and what was held. */
  release(): void;
  /** Closes the connections of this moment. */
  cut(): void;
}

/** Opens a proxy to a server of this machine, at a port or at a free one. */
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
