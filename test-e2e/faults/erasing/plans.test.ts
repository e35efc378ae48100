import { expect, test } from '@jest/globals';
import type { ServiceName } from '@output-review/contracts';
import { type MigrationClass, openDatabase, type SqlClient } from '@output-review/runtime';
import { createTestDatabase, silentLog } from '@output-review/runtime/testing';

import { ERASE_STEPS as EVALUATOR } from '../../../services/evaluator/src/erasure.ts';
import { MIGRATIONS as OF_EVALUATOR } from '../../../services/evaluator/src/migrations/index.ts';
import { MIGRATIONS as OF_GATEWAY } from '../../../services/gateway/src/migrations/index.ts';
import { ERASE_STEPS as GATEWAY } from '../../../services/gateway/src/workspaces/erasure.ts';
import { ERASE_STEPS as INSTRUCTIONS } from '../../../services/instructions/src/erasure.ts';
import { MIGRATIONS as OF_INSTRUCTIONS } from '../../../services/instructions/src/migrations/index.ts';
import { ERASE_STEPS as MEDIA } from '../../../services/media/src/erasure.ts';
import { MIGRATIONS as OF_MEDIA } from '../../../services/media/src/migrations/index.ts';
import { ERASE_STEPS as REVIEW } from '../../../services/review/src/erasure.ts';
import { MIGRATIONS as OF_REVIEW } from '../../../services/review/src/migrations/index.ts';

// Outboxes are emptied within moments, dead letters are rare, and review's events are erased in large batches.
const SMALL = [
  ...['outbox', 'submission_outbox', 'evaluation_outbox'],
  ...['dead_letters', 'output_events'],
];

type Steps = typeof GATEWAY;

test.each<[ServiceName, { steps: Steps; migrations: readonly MigrationClass[] }]>([
  ['gateway', { steps: GATEWAY, migrations: OF_GATEWAY }],
  ['evaluator', { steps: EVALUATOR, migrations: OF_EVALUATOR }],
  ['review', { steps: REVIEW, migrations: OF_REVIEW }],
  ['instructions', { steps: INSTRUCTIONS, migrations: OF_INSTRUCTIONS }],
  ['media', { steps: MEDIA, migrations: OF_MEDIA }],
])(
  'erasing a few rows of a workspace in %s scans no large table',
  async (service, { steps, migrations }) => {
    await using database = await createTestDatabase({ service, migrations });
    const db = await openDatabase({
      ...{ url: database.urlOf(service), schema: service, migrations },
      ...{ poolMax: 1, log: silentLog },
    });
    const watched = watchScans(db);

    for (const step of steps) await step(watched, 'w-1');

    expect(watched.scanned.filter((table) => !SMALL.includes(table))).toEqual([]);
    await db.close();
  },
);

/**
 * Wraps a client that only plans its statements, and records the tables that they would scan, however few rows these
 * have now.
 *
 * @param sql has a single connection, on which scans are avoided from now on.
 */
function watchScans(sql: SqlClient) {
  const scanned: string[] = [];
  const query: SqlClient['query'] = async (statement, values) => {
    const asked = typeof statement === 'string' ? { text: statement, values } : statement;
    await sql.query('SET enable_seqscan = off');
    const { rows } = await sql.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN ${asked.text}`,
      asked.values,
    );
    for (const { 'QUERY PLAN': line } of rows) {
      const [, table] = /Seq Scan on (\w+)/.exec(line) ?? [];
      if (table !== undefined) scanned.push(table);
    }
    return { rows: [], rowCount: 0 };
  };
  return { scanned, query };
}
