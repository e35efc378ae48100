import { SqlMigration } from '@output-review/runtime';

import { rateWindowTablesSql } from '../rate-limit/rate-window-tables.ts';

export class RateWindow1700000400000 extends SqlMigration {
  // A submission has the time of its slot.
  readonly sql = rateWindowTablesSql(
    'SELECT token_id AS key, accepted_at AS taken_at FROM submissions',
  );
}
