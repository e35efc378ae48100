import { Client } from 'pg';

/** Runs the work on a connection that lives no longer than it. */
export async function withSuperuser<T>(
  url: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
