import { SqlMigration } from '@output-review/runtime';

export class RuleApprovals1767226340000 extends SqlMigration {
  readonly sql = [
    // The approvals that rules require for outputs that do not pass; null for none.
    'ALTER TABLE rules ADD COLUMN approvals jsonb',
    'ALTER TABLE rule_versions ADD COLUMN approvals jsonb',
  ];
}
