import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the range from which the system assigns ephemeral ports, so it gives this port to no one else before it is used
// or while its server restarts.
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** A port that was free a moment ago and that the system does not assign by itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  await new Promise((resolve) => void server.close(resolve));
  return isListening;
}
