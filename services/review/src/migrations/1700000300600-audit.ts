import { SqlMigration } from '@output-review/runtime';

export class Audit1700000300600 extends SqlMigration {
  readonly sql = [TABLES, ONLY_ADDED, ERASE];
}

// before_change and after_change are JSON stored as text, because the links hash their exact contents.
const TABLES = `
-- The end of each workspace's chain. Writers lock the row.
CREATE TABLE audit_heads (
  workspace_id text PRIMARY KEY,
  seq bigint NOT NULL,
  link text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  -- Set when the records were erased with the workspace. No further ones are accepted.
  erased_at timestamptz
);

CREATE TABLE audit_records (
  workspace_id text NOT NULL,
  seq bigint NOT NULL,
  event_id text NOT NULL,
  at timestamptz NOT NULL,
  action text NOT NULL,
  actor_kind text NOT NULL,
  actor_id text,
  actor_name text NOT NULL,
  address text,
  request_id text,
  target_kind text NOT NULL,
  target_id text NOT NULL,
  log_id text,
  before_change text,
  after_change text,
  link text NOT NULL,
  PRIMARY KEY (workspace_id, seq),
  UNIQUE (workspace_id, event_id)
);
CREATE INDEX audit_records_newest ON audit_records (workspace_id, at DESC, seq DESC);
CREATE INDEX audit_records_of_log ON audit_records (workspace_id, log_id, at DESC, seq DESC)
  WHERE log_id IS NOT NULL;
`;

// Protects against mistakes only: the owner of the table can drop a trigger. The links reveal changed records, and the
// heads that the gateway stores reveal a truncated chain.
const ONLY_ADDED = `
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.workspace_id = current_setting('output_review.erased_workspace', true) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'Audit records are only added.';
END $$;
CREATE TRIGGER audit_records_stay BEFORE UPDATE OR DELETE ON audit_records
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_records_are_not_emptied BEFORE TRUNCATE ON audit_records
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
`;

const ERASE = `
-- The only way to delete: erases the records of a workspace in steps. Returns how many were deleted, 0 at the
-- end. From the first call on, no record of the workspace is accepted.
CREATE FUNCTION erase_audit(workspace text, rows_max integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE gone bigint;
BEGIN
  INSERT INTO audit_heads AS h (workspace_id, seq, link, erased_at) VALUES (workspace, 0, '', now())
  ON CONFLICT (workspace_id) DO UPDATE SET
    erased_at = coalesce(h.erased_at, now()), changed_at = now();
  PERFORM set_config('output_review.erased_workspace', workspace, true);
  DELETE FROM audit_records WHERE workspace_id = workspace AND seq IN (
    SELECT seq FROM audit_records WHERE workspace_id = workspace ORDER BY seq LIMIT rows_max);
  GET DIAGNOSTICS gone = ROW_COUNT;
  PERFORM set_config('output_review.erased_workspace', '', true);
  RETURN gone;
END $$;
REVOKE ALL ON FUNCTION erase_audit(text, integer) FROM PUBLIC;
`;
