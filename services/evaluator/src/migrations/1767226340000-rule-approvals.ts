import { SqlMigration } from '@output-review/runtime';

export class RuleApprovals1767226340000 extends SqlMigration {
  readonly sql = [
    // What rules ask of whoever approves outputs that they do not pass; null for nothing.
    'ALTER TABLE rules ADD COLUMN approvals jsonb',
    'ALTER TABLE rule_versions ADD COLUMN approvals jsonb',
  ];
}
