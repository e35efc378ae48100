/** Of outputs that review has not heard of: so a deletion has a row to meet them on. */
export const MAKE_STUBS = {
  name: 'make-shadow-stubs',
  text: `
  INSERT INTO outputs (workspace_id, id, timestamp, created_at, queued_at, visible)
  SELECT workspace_id, id, at, at, at, false
  FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS t (workspace_id, id, at)
  ORDER BY workspace_id COLLATE "C", id COLLATE "C"
  ON CONFLICT (workspace_id, id) DO NOTHING`,
};

/**
 * Left out are those of a run that has been overtaken and of deleted outputs: a deletion that is under way is waited
 * for, a result is not. What judges took is counted from the event log; streams know no such event. A batch must not
 * hold one key twice.
 */
export const APPLY_SHADOWS = {
  name: 'apply-shadows',
  text: `
  WITH known AS (
    SELECT o.workspace_id, o.id, nullif(o.project_id, '') AS project_id, o.task_id, i.at, i.run, i.applied,
      i.has_judges
    FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::integer[], $5::text[], $6::boolean[])
      AS i (workspace_id, id, at, run, applied, has_judges)
    JOIN outputs o ON o.workspace_id = i.workspace_id AND o.id = i.id AND o.run = i.run
    WHERE o.deleted_at IS NULL
    ORDER BY o.workspace_id, o.id FOR KEY SHARE OF o
  ), stored AS (
    INSERT INTO shadow_results AS s (workspace_id, id, run, applied)
    SELECT workspace_id, id, run, applied FROM known
    ON CONFLICT (workspace_id, id) DO UPDATE SET run = excluded.run, applied = excluded.applied
    WHERE s.run < excluded.run
    RETURNING workspace_id, id
  )
  INSERT INTO output_events (workspace_id, output_id, event, at, project_id, task_id)
  SELECT workspace_id, id, 'shadowed', at, project_id, task_id
  FROM known JOIN stored USING (workspace_id, id) WHERE has_judges`,
};
