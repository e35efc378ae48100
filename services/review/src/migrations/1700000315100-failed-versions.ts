import { SqlMigration } from '@output-review/runtime';

export class FailedVersions1700000315100 extends SqlMigration {
  readonly sql = FAILED_VERSIONS;
}

const FAILED_VERSIONS = `
-- The rule versions that an output failed, null for none.
ALTER TABLE outputs ADD COLUMN failed_versions text[] COLLATE "C";

-- Only failed rules write a verdict of fail: other outputs need not be read.
UPDATE outputs o SET failed_versions = (
  SELECT array_agg(rule ->> 0) FROM json_array_elements(r.applied::json) AS rule
  WHERE rule ->> 1 = 'failed'
)
FROM output_results r
WHERE r.workspace_id = o.workspace_id AND r.id = o.id AND o.visible AND o.verdict = 'fail'
  AND r.applied IS NOT NULL;

CREATE INDEX outputs_failed ON outputs USING gin (workspace_id, failed_versions)
  WHERE visible AND failed_versions IS NOT NULL;
`;
