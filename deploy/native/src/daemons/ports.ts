import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';

export const LOOPBACK = '127.0.0.1';

// Below the range from which Linux takes the ports of outgoing connections (32768 and up): while a
// killed server is down, a client that keeps knocking would else sooner or later be given the very
// port it knocks at, and the server could not come back.
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/**
 * The port that a server of a data folder has, the same at every start. Where somebody else has it
 * by now, or there was none, another one that is free.
 */
export async function portFor(name: string, portsFile: string): Promise<number> {
  const kept = readPorts(portsFile)[name];
  if (kept !== undefined && (await isFree(kept))) return kept;
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (!(await isFree(port))) continue;
    // From reading to writing nothing else runs: servers that start together take different ones.
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
    // None yet, or cut short by a kill: they are chosen again.
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
