import { SqlMigration } from '@output-review/runtime';

export class AuditHeads1700001400000 extends SqlMigration {
  readonly sql = AUDIT_HEADS;
}

const AUDIT_HEADS = `
-- Heads of the audit chains of review, as they were seen. Records that existed then can be neither cut off nor
-- rewritten in review without contradicting these. Rows are never changed.
CREATE TABLE audit_heads (
  workspace_id text NOT NULL,
  seq bigint NOT NULL,
  link text NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, seq)
);
CREATE INDEX audit_heads_kept ON audit_heads (kept_at);`;
