import { connect, type Socket } from 'node:net';

export interface LoadAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * One keep-alive HTTP/1.1 connection that sends prepared bytes and reads responses with a Content-Length. It does as
 * little as possible because it shares its cores with the service under test: a general client costs as much as the
 * service itself.
 */
export class LoadConnection {
  readonly #port: number;
  #socket: Socket;
  #lastUsedAt = performance.now();
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve: (answer: LoadAnswer) => void; reject: (error: Error) => void } | null = null;

  private constructor(port: number, socket: Socket) {
    this.#port = port;
    this.#socket = this.#listenTo(socket);
  }

  static async open(port: number): Promise<LoadConnection> {
    return new LoadConnection(port, await openSocket(port));
  }

  /** Sends a request and resolves with its response. One request at a time. */
  async send(request: Buffer): Promise<LoadAnswer> {
    // Servers close idle connections, and a request written at that moment gets no response.
    if (this.#socket.destroyed || performance.now() - this.#lastUsedAt > IDLE_MS_MAX) {
      this.#socket.destroy();
      this.#socket = this.#listenTo(await openSocket(this.#port));
    }
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#waiting = null;
    this.#socket.destroy();
  }

  #listenTo(socket: Socket): Socket {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      this.#take(chunk);
    });
    socket.on('error', (error) => {
      this.#fail(socket, error);
    });
    socket.on('close', () => {
      this.#fail(socket, new Error('The connection was closed'));
    });
    return socket;
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const end = headEnd + 4 + length;
    if (this.#received.length < end) return;
    const body = this.#received.toString('utf8', headEnd + 4, end);
    this.#received = this.#received.subarray(end);
    this.#lastUsedAt = performance.now();
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve({ status: Number(head.slice(9, 12)), body });
  }

  #fail(socket: Socket, error: Error): void {
    if (socket !== this.#socket) return;
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.reject(error);
  }
}

// Below the idle timeout of all servers: 65 s for ours, 5 s by default in Node.
const IDLE_MS_MAX = 3_000;

function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}
