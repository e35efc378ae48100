import type { Client } from 'pg';

import { READ_ONLY_SERVER } from './transient-errors.ts';

/** @throws where the server only reads, as a standby does, with the code that a statement would fail with. */
export async function checkWritable(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(
    'SHOW transaction_read_only',
  );
  if (rows[0]?.transaction_read_only === 'on') throw new ReadOnlyServerError();
}

class ReadOnlyServerError extends Error {
  readonly code = READ_ONLY_SERVER;

  constructor() {
    super(
      'The database server is read-only, as a standby is: nothing can be stored. The address of the database has to lead to the primary.',
    );
    this.name = 'ReadOnlyServerError';
  }
}
