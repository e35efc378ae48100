import { Client } from 'pg';

/** Makes PostgreSQL create WAL files that the disk has no space for, which makes it exit. */
export interface LogFiller {
  fill(): Promise<void>;
}

/** Open this while there is space: a full server may refuse new connections. */
export async function openLogFiller(superuserUrl: string): Promise<LogFiller> {
  const client = new Client({ connectionString: superuserUrl });
  // The failing statement reports the same error.
  client.on('error', () => {});
  await client.connect();
  return {
    fill: async () => {
      try {
        for (;;) {
          await client.query(`SELECT pg_logical_emit_message(false, 'test', 'not empty')`);
          await client.query('SELECT pg_switch_wal()');
        }
      } catch {
        await client.end();
      }
    },
  };
}
