import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';

export const LOOPBACK = '127.0.0.1';

// Below the range from which Linux assigns ports to outgoing connections (32768 and up). Otherwise, while a killed
// server is down, a client that keeps reconnecting could eventually be assigned the server's own port, which would
// prevent its restart.
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/**
 * Returns the port of a server, which stays the same across starts of a data folder. Picks another free port if there
 * was none or another process has taken it.
 */
export async function portFor(name: string, portsFile: string): Promise<number> {
  const kept = readPorts(portsFile)[name];
  if (kept !== undefined && (await isFree(kept))) return kept;
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (!(await isFree(port))) continue;
    // No other code runs between reading and writing, so servers that start together get different ports.
    const ports = readPorts(portsFile);
    if (Object.values(ports).includes(port)) continue;
    writeFileSync(portsFile, `${JSON.stringify({ ...ports, [name]: port }, null, 2)}\n`);
    return port;
  }
}

function readPorts(portsFile: string): Readonly<Record<string, number>> {
  try {
    return JSON.parse(readFileSync(portsFile, 'utf8')) as Record<string, number>;
  } catch {
    // There is no file yet, or a kill truncated it. Ports are chosen again.
    return {};
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen({ port, host: LOOPBACK });
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}
