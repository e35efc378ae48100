import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (res: ServerResponse, req: IncomingMessage) => void;

/** A local server whose responses each test defines. */
export class FileServer {
  readonly requests: string[] = [];
  readonly #server = createServer((req, res) => {
    this.requests.push(req.url ?? '');
    const answer = this.#answers.get(req.url ?? '');
    if (answer) answer(res, req);
    else res.writeHead(404).end('no');
  });
  readonly #answers = new Map<string, Answer>();

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  /** @returns the URL of the path. */
  serve(path: string, answer: Answer): string {
    this.#answers.set(path, answer);
    return `http://127.0.0.1:${this.port}${path}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
