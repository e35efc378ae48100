import { SqlMigration } from '@output-review/runtime';

export class JudgePrices1767226315000 extends SqlMigration {
  readonly sql = `
      -- US dollars per million tokens; null if not set.
      ALTER TABLE judge_providers
        ADD COLUMN input_per_million double precision,
        ADD COLUMN output_per_million double precision;
    `;
}
