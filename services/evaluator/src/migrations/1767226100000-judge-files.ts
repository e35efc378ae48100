import { SqlMigration } from '@output-review/runtime';

export class JudgeFiles1767226100000 extends SqlMigration {
  readonly sql = JUDGE_FILES;
}

const JUDGE_FILES = `
-- Not read before this release. The current version of each rule gets the rule's value.
ALTER TABLE rule_versions ADD COLUMN judge_files boolean NOT NULL DEFAULT false;
UPDATE rule_versions v SET judge_files = true FROM rules r
WHERE r.judge_files AND v.workspace_id = r.workspace_id AND v.version_id = r.version_id;`;
