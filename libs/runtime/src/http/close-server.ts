import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { SlotList } from '../base/slot-list.ts';
import { wait } from '../base/wait.ts';

// A connection becomes idle when its answer is sent. Node has no event for that, so poll.
const IDLE_CHECK_MS = 50;
// A caller normally sends its request right after it connects. A browser may connect in advance and send nothing. Node
// does not count such a connection as idle, so it would stay open until the deadline. Counted in polls, not in time: a
// process that stalled must read what has arrived meanwhile.
const FIRST_REQUEST_POLL_MS = 10;
const FIRST_REQUEST_POLLS_MAX = 100;

/**
 * Closes a server: accepts no new connections, lets open requests finish, and cuts them off at the deadline. A request
 * already on its way over an accepted connection is still answered.
 */
export async function closeServer(
  server: Server,
  { deadlineMs, drain }: { readonly deadlineMs: number; readonly drain: Drain },
): Promise<void> {
  drain.begin();
  const deadline = new AbortController();
  const timer = setTimeout(() => {
    deadline.abort();
    server.closeAllConnections();
  }, deadlineMs);
  await untilBacklogIsAccepted(drain, deadline.signal);
  const closed = stopListening(server);
  // Accepted after the deadline closed the others.
  if (deadline.signal.aborted) server.closeAllConnections();
  await drain.met(deadline.signal);
  drain.dropSilent();
  closeIdle(server, drain);
  const idleCheck = setInterval(() => closeIdle(server, drain), IDLE_CHECK_MS);
  try {
    await closed;
  } finally {
    // Stops HTTP's timers for connections.
    server.close();
    clearInterval(idleCheck);
    clearTimeout(timer);
  }
}

// One more than Node's default backlog: connections are accepted in order, so after this many, all that waited at the
// start are accepted. If callers keep coming, some must be reset eventually.
const ACCEPTED_MAX = 512;
// The first turn may not have checked for connections.
const QUIET_TURNS = 2;

/**
 * Waits for connections in the kernel's backlog, which are reset when a server stops listening. Node accepts one of
 * them per turn, so this resolves after turns without a new connection.
 */
async function untilBacklogIsAccepted(drain: Drain, deadline: AbortSignal): Promise<void> {
  const last = drain.connections + ACCEPTED_MAX;
  for (let quiet = 0; quiet < QUIET_TURNS && !deadline.aborted; quiet += 1) {
    const before = drain.connections;
    await nextTurn();
    if (drain.connections >= last) return;
    if (drain.connections > before) quiet = -1;
  }
}

/** Resolves when the last connection is gone. */
async function stopListening(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    // Not HTTP's `close`, which also closes the connections that Node counts as idle.
    NetServer.prototype.close.call(server, () => resolve());
  });
}

/** Node counts a connection as idle once its answer has ended, even if a slow caller has received only a part of it. */
function closeIdle(server: Server, drain: Drain): void {
  if (!drain.isSending()) server.closeIdleConnections();
}

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

  /** Whether the rest of an ended answer is still being sent. */
  isSending(): boolean {
    for (const res of this.#open) if (res.writableEnded && !res.writableFinished) return true;
    return false;
  }

  begin(): void {
    this.#hasBegun = true;
    for (const res of this.#open) closeAfter(res);
  }

  /** Resolves when every connection has started its first request, after the last poll, or at the deadline. */
  async met(deadline: AbortSignal): Promise<void> {
    for (let polls = 0; this.#fresh.size > 0 && polls < FIRST_REQUEST_POLLS_MAX; polls += 1) {
      await wait(FIRST_REQUEST_POLL_MS, deadline);
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
