import { join } from 'node:path';

import { startEmbeddedPostgres } from '@output-review/runtime';
import pg from 'pg';

import { adminUrlOf } from './admin-url.ts';
import { seedReview } from './seed-review.ts';
import { silentServerLog } from './server-log.ts';

export interface SeedOutputsOptions {
  /** Of an embedded service that was started once and does not run now. */
  readonly dataDir: string;
  readonly count: number;
}

/** Puts outputs into the stopped service's review schema, in the bootstrap workspace. */
export async function seedOutputs({ dataDir, count }: SeedOutputsOptions): Promise<void> {
  const postgres = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    isDurable: true,
    log: silentServerLog,
  });
  const client = new pg.Client({ connectionString: adminUrlOf(postgres, 'output_review') });
  try {
    await client.connect();
    const { rows } = await client.query<{ id: string }>('SELECT id FROM gateway.workspaces');
    const [workspace] = rows;
    if (!workspace) throw new Error('The service has no workspace to seed');
    await seedReview(client, { workspaceId: workspace.id, count, until: new Date() });
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
    await postgres.stop();
  }
}
