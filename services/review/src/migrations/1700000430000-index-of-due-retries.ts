import { IndexMigration } from '@output-review/runtime';

export class IndexOfDueRetries1700000430000 extends IndexMigration {
  // Most retries wait for minutes or hours. The sender looks for the few that are due every second.
  readonly indexes = {
    deliveries_due: `deliveries (next_attempt_at, lane) WHERE state = 'retrying'`,
  };
}
