import { SqlMigration } from '@output-review/runtime';

import { countInPostgresSql } from '../rate-limit/rate-window-tables.ts';

export class SlotsAhead1700003320000 extends SqlMigration {
  // The same function for both releases. It now ignores what was accepted by a clock far ahead.
  readonly sql = countInPostgresSql(
    'SELECT token_id AS key, accepted_at AS taken_at FROM submissions',
  );
}
