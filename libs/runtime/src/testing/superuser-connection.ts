import { Client } from 'pg';

/** The URL of another database on the same server. */
export function urlOfDatabase(serverUrl: string, name: string): URL {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url;
}

/** Runs the work on a connection that is closed afterwards. */
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
