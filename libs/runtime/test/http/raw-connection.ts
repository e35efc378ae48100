import { connect, type Socket } from 'node:net';

export interface RawConnection {
  send(text: string | Buffer): void;
  /** The data received so far. */
  received(): string;
  /** Resolves with all data when the other side has closed. */
  closed: Promise<string>;
  /** Disconnects immediately. */
  destroy(): void;
}

/** Sends raw HTTP, for requests that no client would send. */
export function connectRaw(port: number): RawConnection {
  const chunks: Buffer[] = [];
  const socket: Socket = connect(port, '127.0.0.1');
  const received = (): string => Buffer.concat(chunks).toString('utf8');
  socket.on('data', (chunk) => chunks.push(chunk));
  // A reset while sending also counts as closed.
  socket.on('error', () => {});
  return {
    send: (text) => void socket.write(text),
    received,
    closed: new Promise((resolve) => {
      socket.on('close', () => resolve(received()));
    }),
    destroy: () => socket.destroy(),
  };
}

export function head(method: string, path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([k, v]) => `${k}: ${v}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
