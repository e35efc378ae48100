import { SqlMigration } from '@output-review/runtime';

export class Outputs1700000300000 extends SqlMigration {
  readonly sql = [OUTPUTS, SIDE_TABLES, SEARCH];
}

const OUTPUTS = `
  -- The columns that search filters, sorts and counts by: narrow, because every evaluation rewrites the row. A
  -- row that is not visible is a stub (its evaluation came before its submission) or, with deleted_at, a
  -- tombstone. Text is compared by code point, so that IDs sort the same everywhere.
  CREATE TABLE outputs (
    workspace_id         text COLLATE "C" NOT NULL,
    id                   text COLLATE "C" NOT NULL,
    project_id           text COLLATE "C" NOT NULL DEFAULT '',
    task_id              text COLLATE "C",
    timestamp            timestamptz NOT NULL,
    created_at           timestamptz NOT NULL,
    session_id           text COLLATE "C",
    subject_id           text COLLATE "C",
    actor_id             text COLLATE "C",
    model                text COLLATE "C",
    tags                 text[] COLLATE "C",
    latency_ms           double precision,
    cost_usd             double precision,
    instructions_version integer,
    revision_of          text COLLATE "C",
    has_action           boolean NOT NULL DEFAULT false,
    require_approval     boolean NOT NULL DEFAULT false,
    is_sync              boolean NOT NULL DEFAULT false,
    due_at               timestamptz,
    -- The current run, and whether its result has been applied.
    run                  integer NOT NULL DEFAULT 1,
    is_applied           boolean NOT NULL DEFAULT false,
    queued_at            timestamptz NOT NULL,
    evaluated_at         timestamptz,
    status               text COLLATE "C" NOT NULL DEFAULT 'pending',
    verdict              text COLLATE "C",
    confidence_score     double precision,
    rule_set             bigint,
    is_flagged           boolean NOT NULL DEFAULT false,
    flagged_by           text COLLATE "C",
    human_decision       text COLLATE "C",
    decided_at           timestamptz,
    decided_by           text COLLATE "C",
    decision_source      text COLLATE "C",
    sequence             integer NOT NULL DEFAULT 0,
    is_set_aside         boolean NOT NULL DEFAULT false,
    visible              boolean NOT NULL,
    deleted_at           timestamptz,
    PRIMARY KEY (workspace_id, id)
  ) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);

  CREATE INDEX outputs_timestamp ON outputs (workspace_id, timestamp DESC, id DESC) WHERE visible;
  CREATE INDEX outputs_project ON outputs (workspace_id, project_id, timestamp DESC) WHERE visible;
  CREATE INDEX outputs_task ON outputs (workspace_id, task_id, timestamp DESC)
    WHERE visible AND task_id IS NOT NULL;
  -- Most outputs pass. Queries for these use their time.
  CREATE INDEX outputs_status ON outputs (workspace_id, status, timestamp DESC)
    WHERE visible AND status <> 'pass';
  CREATE INDEX outputs_undecided ON outputs (workspace_id, timestamp DESC)
    WHERE visible AND human_decision IS NULL AND status IN ('flagged', 'error');
  CREATE INDEX outputs_session ON outputs (workspace_id, session_id, timestamp DESC)
    WHERE visible AND session_id IS NOT NULL;
  CREATE INDEX outputs_subject ON outputs (workspace_id, subject_id, timestamp DESC)
    WHERE visible AND subject_id IS NOT NULL;
  CREATE INDEX outputs_actor ON outputs (workspace_id, actor_id, timestamp DESC)
    WHERE visible AND actor_id IS NOT NULL;
  CREATE INDEX outputs_model ON outputs (workspace_id, model) WHERE visible AND model IS NOT NULL;
  CREATE INDEX outputs_tags ON outputs USING gin (workspace_id, tags)
    WHERE visible AND tags IS NOT NULL;
  CREATE INDEX outputs_revision ON outputs (workspace_id, revision_of)
    WHERE revision_of IS NOT NULL;
`;

const SIDE_TABLES = `
  -- Submitted contents that are only read whole. JSON is stored as text: it is never queried.
  CREATE TABLE output_bodies (
    workspace_id        text COLLATE "C" NOT NULL,
    id                  text COLLATE "C" NOT NULL,
    output              text,
    input               text,
    action              text,
    metadata            text NOT NULL,
    confidence          double precision,
    -- Who submitted it and the options of the submission: JSON that search does not return.
    submission          text NOT NULL,
    callback_url_sealed text,
    PRIMARY KEY (workspace_id, id)
  );

  -- The explanations of rules and flags. The rest of an evaluation is in the output's own row.
  CREATE TABLE output_results (
    workspace_id text COLLATE "C" NOT NULL,
    id           text COLLATE "C" NOT NULL,
    explanation  text,
    flag_reason  text,
    applied      text,
    PRIMARY KEY (workspace_id, id)
  );

  CREATE TABLE decisions (
    workspace_id     text COLLATE "C" NOT NULL,
    output_id        text COLLATE "C" NOT NULL,
    n                integer NOT NULL,
    decision         text NOT NULL,
    comment          text,
    corrected_output text,
    decided_by       text NOT NULL,
    source           text NOT NULL,
    at               timestamptz NOT NULL,
    cleared_at       timestamptz,
    PRIMARY KEY (workspace_id, output_id, n)
  );

  -- Repeatable stages. Accepted, and the last queued and evaluated, are columns of the output.
  CREATE TABLE timeline (
    workspace_id text COLLATE "C" NOT NULL,
    output_id    text COLLATE "C" NOT NULL,
    n            bigint GENERATED ALWAYS AS IDENTITY,
    at           timestamptz NOT NULL,
    stage        text NOT NULL,
    actor        text,
    detail       text,
    PRIMARY KEY (workspace_id, output_id, n)
  );
`;

const SEARCH = `
  -- Projects and tasks by ID, with all names that find them. Version 0 comes from a submission.
  CREATE TABLE names (
    workspace_id text COLLATE "C" NOT NULL,
    kind         text NOT NULL,
    id           text COLLATE "C" NOT NULL,
    project_id   text COLLATE "C",
    name         text COLLATE "C" NOT NULL,
    name_key     text COLLATE "C" NOT NULL,
    alias_keys   text[] NOT NULL DEFAULT '{}',
    version      integer NOT NULL,
    deleted      boolean NOT NULL DEFAULT false,
    PRIMARY KEY (workspace_id, kind, id)
  );

  -- The number of visible outputs by status and day. Each writer updates rows of its own slot: otherwise
  -- writers of one workspace would wait for each other's commit. Only sums over slots are meaningful.
  CREATE TABLE daily_counts (
    workspace_id text COLLATE "C" NOT NULL,
    day          date NOT NULL,
    project_id   text COLLATE "C" NOT NULL,
    task_id      text COLLATE "C" NOT NULL,
    status       text COLLATE "C" NOT NULL,
    is_decided   boolean NOT NULL,
    slot         smallint NOT NULL,
    n            integer NOT NULL,
    PRIMARY KEY (workspace_id, day, project_id, task_id, status, is_decided, slot)
  ) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 5000);

  -- The distinct values that a substring search looks up first.
  CREATE TABLE search_terms (
    workspace_id text COLLATE "C" NOT NULL,
    field        text COLLATE "C" NOT NULL,
    value        text COLLATE "C" NOT NULL,
    folded       text COLLATE "C" NOT NULL,
    PRIMARY KEY (workspace_id, field, value)
  );
  -- No list of pending entries: whoever fills it must merge it for all others. New values are rare compared
  -- with outputs, so each pays for itself.
  CREATE INDEX search_terms_folded ON search_terms USING gin (folded gin_trgm_ops)
    WITH (fastupdate = off);

  -- Raised whenever terms are removed. Writers then clear their cache of known terms.
  CREATE TABLE search_terms_epoch (is_only boolean PRIMARY KEY CHECK (is_only), epoch bigint NOT NULL);
  INSERT INTO search_terms_epoch VALUES (true, 0);

  -- The rule versions of an evaluation: few sets for many outputs.
  CREATE TABLE rule_sets (
    workspace_id text COLLATE "C" NOT NULL,
    id           bigint NOT NULL,
    version_ids  text[] NOT NULL,
    PRIMARY KEY (workspace_id, id)
  );
`;
