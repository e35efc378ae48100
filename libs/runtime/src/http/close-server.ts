import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { SlotList } from '../base/slot-list.ts';
import { wait } from '../base/wait.ts';

// A connection goes idle when its answer is sent; nothing tells us, so we look.
const IDLE_CHECK_MS = 50;
// A caller that has connected sends its request in the next moment. One that has not, like a browser that
// connects in advance, has none; to Node its connection is not idle, and would last until the deadline.
const FIRST_REQUEST_MS_MAX = 1_000;

/**
 * Closes a server: no new connections, open requests end or are cut off at the deadline. A request that
 * is on its way over a connection that was taken is still answered.
 */
export async function closeServer(
  server: Server,
  { deadlineMs, drain }: { readonly deadlineMs: number; readonly drain: Drain },
): Promise<void> {
  drain.begin();
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
  await untilAllAreTaken(drain);
  const closed = stopListening(server);
  await drain.met(FIRST_REQUEST_MS_MAX);
  drain.dropSilent();
  server.closeIdleConnections();
  const idleCheck = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  try {
    await closed;
  } finally {
    clearInterval(idleCheck);
    clearTimeout(deadline);
  }
}

// Where callers never cease to come some have to be reset in the end.
const TAKE_MS_MAX = 500;
// The first may still be one in which nothing was looked for.
const QUIET_TURNS = 2;

/**
 * Who has connected and waits in the kernel when a server stops to listen is reset. Node takes one of
 * them a turn, so this resolves right after turns that brought nobody.
 */
async function untilAllAreTaken(drain: Drain): Promise<void> {
  const until = performance.now() + TAKE_MS_MAX;
  for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < until; quiet += 1) {
    const before = drain.connections;
    await nextTurn();
    if (drain.connections > before) quiet = -1;
  }
}

/** Resolves when the last connection is gone. */
async function stopListening(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    // Not the one of HTTP: it also closes connections whose request has arrived and was not read yet.
    NetServer.prototype.close.call(server, () => resolve());
  });
  // Ends what HTTP has running beside the connections.
  server.close();
}

// How often it is looked whether a new connection has said what it wants.
const LOOK_AGAIN_MS = 10;

/** Sends callers away without cutting them off: from `begin` on every answer closes its connection. */
export class Drain {
  readonly #open = new SlotList<ServerResponse>();
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
    const slot = this.#open.add(res);
    res.once('close', () => this.#open.delete(slot));
  }

  /** Whether an answer on this connection is begun and not ended: bytes of anything else would become a part of it. */
  isAnswering(socket: Duplex): boolean {
    for (const res of this.#open) {
      if (res.socket === socket && res.headersSent && !res.writableEnded) return true;
    }
    return false;
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
