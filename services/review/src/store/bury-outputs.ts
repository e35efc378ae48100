import type { Transaction } from '@output-review/runtime';

import type { Output } from '../domain/output.ts';
import { count } from './counts.ts';
import { keyColumns } from './save-outputs.ts';
import { forgetTerms, type SearchTerm, type TermField } from './search-terms.ts';

const CONTENT_TABLES = [
  ['output_bodies', 'id'],
  ['output_results', 'id'],
  ['decisions', 'output_id'],
  ['timeline', 'output_id'],
] as const;

interface TermsRow {
  readonly workspace_id: string;
  readonly model: string | null;
  readonly session: string | null;
  readonly subject: string | null;
  readonly actor: string | null;
}

/**
 * Turns locked outputs into tombstones: the key stays, so that nothing brings them back, and the
 * link to an earlier version, so that a chain of versions is not cut; all contents go.
 */
export async function buryOutputs(
  tx: Transaction,
  outputs: readonly Output[],
  at: Date,
): Promise<void> {
  if (outputs.length === 0) return;
  const keys = keyColumns(outputs);
  const terms = await termsOfRows(tx, keys);
  await tx.query(
    `UPDATE outputs SET
       visible = false, deleted_at = $3, sequence = sequence + 1, project_id = '', task_id = NULL,
       session_id = NULL, subject_id = NULL, actor_id = NULL, model = NULL, tags = NULL,
       latency_ms = NULL, cost_usd = NULL, instructions_version = NULL, due_at = NULL,
       respond_within_ms = NULL, on_deadline = NULL, escalated_at = NULL, deadline_acted_at = NULL,
       callback_events = NULL, status = 'pending', verdict = NULL, confidence_score = NULL, rule_set = NULL,
       failed_versions = NULL,
       flagged_by = NULL, human_decision = NULL, decided_at = NULL, decided_by = NULL,
       decision_source = NULL
     WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    [...keys, at],
  );
  for (const [table, id] of CONTENT_TABLES) {
    await tx.query(
      `DELETE FROM ${table}
       WHERE (workspace_id, ${id}) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      keys,
    );
  }
  await count(
    tx,
    outputs.map((output) => ({ output, by: -1 as const })),
  );
  await forgetTerms(tx, terms);
}

async function termsOfRows(
  tx: Transaction,
  keys: readonly [string[], string[]],
): Promise<SearchTerm[]> {
  const { rows } = await tx.query<TermsRow>(
    `SELECT workspace_id, model, session_id AS session, subject_id AS subject, actor_id AS actor
     FROM outputs WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    [...keys],
  );
  return rows.flatMap(({ workspace_id: workspaceId, ...values }) =>
    (['model', 'session', 'subject', 'actor'] satisfies TermField[]).flatMap((field) => {
      const value = values[field];
      return value === null ? [] : [{ workspaceId, field, value }];
    }),
  );
}
