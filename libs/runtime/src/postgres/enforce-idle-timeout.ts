import { Socket } from 'node:net';

import type { Client, Pool } from 'pg';

/**
 * Hangs up on a server that was asked something and says nothing for so long. A connection whose other
 * end is gone without a word stays open for a quarter of an hour, and a statement on it waits as long;
 * now it fails, as an outage.
 *
 * The connections that rest are dropped with it: they led to the same server by the same way, and the
 * next statements would find that out one after the other.
 *
 * @returns drops those that rest, for whoever finds in another way that the server is of no use.
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
    // Counted from what was last sent or received.
    if (stream instanceof Socket) stream.setTimeout(silenceMsMax, () => onSilence(client));
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
