import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { wait } from '../lifecycle/wait.ts';

// How often it is looked whether a new connection has said what it wants.
const LOOK_AGAIN_MS = 10;

/** Sends callers away without cutting them off: from `begin` on every answer closes its connection. */
export class Drain {
  readonly #open = new Set<ServerResponse>();
  /** Connections that have said nothing yet. */
  readonly #fresh = new Set<Socket>();
  #hasBegun = false;
  #connections = 0;

  /** How many it has met. */
  get connections(): number {
    return this.#connections;
  }

  /** Sees every connection before its first request. */
  meet(socket: Socket): void {
    this.#connections += 1;
    this.#fresh.add(socket);
    socket.once('close', () => this.#fresh.delete(socket));
  }

  /** Sees every answer before it is begun. */
  watch(req: IncomingMessage, res: ServerResponse): void {
    this.#fresh.delete(req.socket);
    if (this.#hasBegun) closeAfter(res);
    this.#open.add(res);
    res.once('close', () => this.#open.delete(res));
  }

  begin(): void {
    this.#hasBegun = true;
    for (const res of this.#open) closeAfter(res);
  }

  /** Resolves when every connection has begun its first request, or the time is over. */
  async met(msMax: number): Promise<void> {
    const until = performance.now() + msMax;
    while (this.#fresh.size > 0 && performance.now() < until) {
      await wait(LOOK_AGAIN_MS, new AbortController().signal);
    }
  }

  /** Closes the connections on which nothing has come yet. */
  dropSilent(): void {
    for (const socket of this.#fresh) if (socket.bytesRead === 0) socket.destroy();
  }
}

function closeAfter(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
}
