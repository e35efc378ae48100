import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { SlotList } from '../base/slot-list.ts';
import { wait } from '../base/wait.ts';

// A connection becomes idle when its answer is sent. Node has no event for that, so poll.
const IDLE_CHECK_MS = 50;
// A caller normally sends its request right after it connects. A browser may connect in advance and send nothing. Node
// does not count such a connection as idle, so it would stay open until the deadline.
const FIRST_REQUEST_MS_MAX = 1_000;

/**
 * Closes a server: accepts no new connections, lets open requests finish, and cuts them off at the deadline. A request
 * already on its way over an accepted connection is still answered.
 */
export async function closeServer(
  server: Server,
  { deadlineMs, drain }: { readonly deadlineMs: number; readonly drain: Drain },
): Promise<void> {
  drain.begin();
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
  await untilBacklogIsAccepted(drain);
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

// If callers keep coming, some must be reset eventually.
const TAKE_MS_MAX = 500;
// The first turn may not have checked for connections.
const QUIET_TURNS = 2;

/**
 * Waits for connections in the kernel's backlog, which are reset when a server stops listening. Node accepts one of
 * them per turn, so this resolves after turns without a new connection.
 */
async function untilBacklogIsAccepted(drain: Drain): Promise<void> {
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
    // Not HTTP's `close`, which also closes connections whose request has arrived but was not read yet.
    NetServer.prototype.close.call(server, () => resolve());
  });
  // Stops HTTP's timers for connections.
  server.close();
}

// Poll interval for the first request of new connections.
const POLL_MS = 10;

/** Turns callers away without cutting them off: after `begin`, every answer closes its connection. */
export class Drain {
  readonly #open = new SlotList<ServerResponse>();
  /** Connections that have sent nothing yet. */
  readonly #fresh = new Set<Socket>();
  #hasBegun = false;
  #connections = 0;

  /** The number of connections seen. */
  get connections(): number {
    return this.#connections;
  }

  /** Registers a connection before its first request. */
  meet(socket: Socket): void {
    this.#connections += 1;
    this.#fresh.add(socket);
    socket.once('close', () => this.#fresh.delete(socket));
  }

  /** Registers an answer before it starts. */
  watch(req: IncomingMessage, res: ServerResponse): void {
    this.#fresh.delete(req.socket);
    if (this.#hasBegun) closeAfter(res);
    const slot = this.#open.add(res);
    res.once('close', () => this.#open.delete(slot));
  }

  /** Whether an answer on this connection is in progress; any other bytes would become part of it. */
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

  /** Resolves when every connection has started its first request, or the time is up. */
  async met(msMax: number): Promise<void> {
    const until = performance.now() + msMax;
    while (this.#fresh.size > 0 && performance.now() < until) {
      await wait(POLL_MS, new AbortController().signal);
    }
  }

  /** Closes the connections that have sent nothing yet. */
  dropSilent(): void {
    for (const socket of this.#fresh) if (socket.bytesRead === 0) socket.destroy();
  }
}

function closeAfter(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
}
