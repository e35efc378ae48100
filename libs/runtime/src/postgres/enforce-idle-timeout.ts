import { Socket } from 'node:net';

import type { Client, Pool } from 'pg';

/**
 * Disconnects from a server that does not respond to a query in time. If the other end disappears silently, the
 * connection stays open for a quarter of an hour, and a statement on it waits as long. With this it fails as an outage.
 *
 * Idle connections are dropped too: they lead to the same server, and the next statements would time out one after the
 * other.
 *
 * @returns a function that drops idle connections, for callers that detect a useless server in another way.
 */
export function enforceIdleTimeout(pool: Pool, silenceMsMax: number): (error: Error) => void {
  const open = new Set<Client>();
  const inUse = new Set<Client>();
  const drop = (client: Client, error: Error): void => {
    client.connection.stream.destroy(error);
  };
  const dropResting = (error: Error): void => {
    for (const client of open) if (!inUse.has(client)) drop(client, error);
  };
  const onSilence = (client: Client): void => {
    if (!inUse.has(client)) return;
    const error = new SilentServerError(silenceMsMax);
    drop(client, error);
    dropResting(error);
  };

  pool.on('connect', (client) => {
    open.add(client);
    const { stream } = client.connection;
    if (!(stream instanceof Socket)) return;
    // Counts from the last sent or received data. A listener passed to `setTimeout` would be called only once, and the
    // first time may be a rest of the connection.
    stream.setTimeout(silenceMsMax);
    stream.on('timeout', () => onSilence(client));
  });
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('remove', (client) => {
    open.delete(client);
    inUse.delete(client);
  });
  return dropResting;
}

class SilentServerError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(silenceMs: number) {
    super(`The database server has said nothing for ${silenceMs} ms`);
    this.name = 'SilentServerError';
  }
}
