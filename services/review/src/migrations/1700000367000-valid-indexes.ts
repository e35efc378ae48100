import type { MigrationInterface, QueryRunner } from 'typeorm';

import { IndexOfAssignees1700000325200 } from './1700000325200-index-of-assignees.ts';
import { IndexOfReasons1700000327100 } from './1700000327100-index-of-reasons.ts';
import { IndexOfReviewGroups1700000351100 } from './1700000351100-index-of-review-groups.ts';

/** Earlier index migrations took an index whose build was interrupted for a complete one. */
export class ValidIndexes1700000367000 implements MigrationInterface {
  readonly name = 'ValidIndexes1700000367000';
  // CREATE INDEX CONCURRENTLY cannot run in a transaction.
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [index, Migration] of INDEXES) {
      const found: unknown = await runner.query(INVALID, [index]);
      if (Array.isArray(found) && found.length > 0) await new Migration().up(runner);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

const INDEXES = [
  ['outputs_assignee', IndexOfAssignees1700000325200],
  ['decisions_reasons', IndexOfReasons1700000327100],
  ['names_routed', IndexOfReviewGroups1700000351100],
] as const;

const INVALID = 'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid';
