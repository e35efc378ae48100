import type { Server } from 'node:http';

// A connection goes idle when its answer is sent; nothing tells us, so we look.
const IDLE_CHECK_MS = 50;

/** Closes a server: no new connections, open requests end or are cut off at the deadline. */
export async function closeServer(server: Server, deadlineMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const idleCheck = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
  try {
    await closed;
  } finally {
    clearInterval(idleCheck);
    clearTimeout(deadline);
  }
}
