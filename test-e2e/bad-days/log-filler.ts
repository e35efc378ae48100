import { Client } from 'pg';

/** Has PostgreSQL begin files of its log for which there is no room: it ends then. */
export interface LogFiller {
  fill(): Promise<void>;
}

/** To be opened while there is room: a full server may refuse new connections. */
export async function openLogFiller(superuserUrl: string): Promise<LogFiller> {
  const client = new Client({ connectionString: superuserUrl });
  // Said again by the statement that fails.
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
