import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Drain } from './drain.ts';

// A connection goes idle when its answer is sent; nothing tells us, so we look.
const IDLE_CHECK_MS = 50;
// A caller that has connected sends its request in the next moment. One that has not, like a browser that
// connects in advance, has none; to Node its connection is not idle, and would last until the deadline.
const FIRST_REQUEST_MS_MAX = 1_000;

export interface CloseOptions {
  readonly deadlineMs: number;
  readonly drain: Drain;
}

/**
 * Closes a server: no new connections, open requests end or are cut off at the deadline. A request that
 * is on its way over a connection that was taken is still answered.
 */
export async function closeServer(
  server: Server,
  { deadlineMs, drain }: CloseOptions,
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
