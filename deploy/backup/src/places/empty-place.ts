import { SERVICES } from '@output-review/contracts';

import { ArchiveFault } from '../archive/archive.ts';
import { connect } from '../database/connect.ts';
import { listTables } from '../database/describe-schema.ts';
import { emptySchema } from '../database/load-schema.ts';
import type { Place } from './place.ts';

/** @throws ArchiveFault if a schema has tables or the store has objects. */
export async function requireEmpty({ databaseUrls, store }: Place): Promise<void> {
  for (const service of SERVICES) {
    const client = await connect(databaseUrls[service], service);
    try {
      const tables = await listTables(client, service);
      if (tables.length > 0) throw notEmpty(`The schema ${service} has tables`);
    } finally {
      await client.end();
    }
  }
  for await (const { key } of store.list()) throw notEmpty(`The bucket has objects (${key})`);
}

function notEmpty(what: string): ArchiveFault {
  return new ArchiveFault(
    `${what}. Restore into servers on which only the setup has run. If a restore was interrupted there, ` +
      'start no service, and empty them first as docs/backup.md says. Nothing was changed.',
  );
}

/**
 * Removes everything that was restored. The place was empty before.
 *
 * @throws Error if the store refuses to delete files.
 */
export async function emptyAgain({ databaseUrls, store }: Place): Promise<void> {
  for (const service of SERVICES) {
    const client = await connect(databaseUrls[service], service);
    try {
      await emptySchema(client, service);
    } finally {
      await client.end();
    }
  }
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  const [refusal, ...others] = await store.deleteMany(keys);
  if (!refusal) return;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  throw new Error(`the store refuses to delete ${refusal.key} (${refusal.reason})${more}`);
}
