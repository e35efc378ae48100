import { SqlMigration } from '@output-review/runtime';

export class JudgePrices1767226315000 extends SqlMigration {
  readonly sql = `
      -- US dollars for a million tokens; null where nobody has said.
      ALTER TABLE judge_providers
        ADD COLUMN input_per_million double precision,
        ADD COLUMN output_per_million double precision;
    `;
}
