import type { SqlRunner } from '../frame/seed-review.ts';

/** Adds decisions to the outputs of `seedReview`, a third of them corrections, and applies rules of the workspace. */
export async function fillDecisions(db: SqlRunner, workspaceId: string): Promise<void> {
  await db.query(CORRECT, [workspaceId]);
  await db.query(DECISIONS, [workspaceId]);
  await db.query(SETS, [workspaceId]);
  await db.query(APPLY, [workspaceId]);
  await db.query('VACUUM ANALYZE');
}

const CORRECT = `
  UPDATE outputs SET human_decision = 'changed', sequence = 1
  WHERE workspace_id = $1 AND human_decision IS NOT NULL AND hashtext(id) % 3 = 0`;

const DECISIONS = `
  INSERT INTO decisions (workspace_id, output_id, n, decision, comment, corrected_output, decided_by, source, at)
  SELECT workspace_id, id, 1, human_decision, 'Looked at by hand.',
    CASE WHEN human_decision = 'changed'
      THEN repeat('Your refund is on its way. ', 15) || 'Thank you.' END,
    decided_by, decision_source, decided_at
  FROM outputs WHERE workspace_id = $1 AND human_decision IS NOT NULL`;

const SETS = `
  INSERT INTO rule_sets (workspace_id, id, version_ids)
  SELECT workspace_id, 1, array_agg(version_id) FROM evaluator.rule_versions
  WHERE workspace_id = $1 GROUP BY 1`;

const APPLY = `
  UPDATE output_results r SET applied = made.applied
  FROM (
    SELECT workspace_id, json_agg(
      json_build_array(version_id, 'passed', 'deterministic', 0.2, NULL) ORDER BY version_id)::text AS applied
    FROM evaluator.rule_versions WHERE workspace_id = $1 GROUP BY 1
  ) AS made
  WHERE r.workspace_id = made.workspace_id`;
