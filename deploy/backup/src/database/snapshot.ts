import { type ServiceName, SERVICES } from '@output-review/contracts';
import { type Client, DatabaseError } from 'pg';

import { connectAll, type Connections } from './connect.ts';

/** All schemas as of one instant, each connection in a read-only transaction. */
export interface Snapshot extends Connections {
  readonly takenAt: string;
}

/** Takes a snapshot that is shared by the connections of all services. */
export async function takeSnapshot(urls: Readonly<Record<ServiceName, string>>): Promise<Snapshot> {
  const { clientOf, close } = await connectAll(urls);
  try {
    let taken: { id: string; at: Date } | null = null;
    for (const service of SERVICES) {
      const client = clientOf(service);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      if (taken === null) taken = await exportSnapshot(client);
      else await importSnapshot(client, taken.id);
    }
    return { takenAt: (taken?.at ?? new Date()).toISOString(), clientOf, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function exportSnapshot(client: Client): Promise<{ id: string; at: Date }> {
  const { rows } = await client.query<{ id: string; at: Date }>(
    'SELECT pg_export_snapshot() AS id, clock_timestamp() AS at',
  );
  const [taken] = rows;
  if (!taken) throw new Error('PostgreSQL returned no snapshot');
  return taken;
}

async function importSnapshot(client: Client, id: string): Promise<void> {
  try {
    await client.query(`SET TRANSACTION SNAPSHOT ${client.escapeLiteral(id)}`);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new Error(
      `The services cannot share a snapshot (${error.message}). This command needs their schemas in one ` +
        'database. For several ones take base backups (docs/backup.md).',
      { cause: error },
    );
  }
}
