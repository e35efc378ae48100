import type { JudgedContentData } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import { outputKey, type OutputKey } from '../domain/output.ts';
import { keyColumns } from './save-outputs.ts';

interface ContentRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly output: string | null;
  readonly input: string | null;
  readonly action: string | null;
  readonly metadata: string;
  readonly confidence: number | null;
  readonly latency_ms: number | null;
  readonly cost_usd: number | null;
}

/** What rules may read of these outputs, by `outputKey`. */
export async function findContents(
  db: SqlClient,
  keys: readonly OutputKey[],
): Promise<Map<string, JudgedContentData>> {
  const { rows } = await db.query<ContentRow>(
    `SELECT workspace_id, id, output, input, action, metadata, confidence, latency_ms, cost_usd
     FROM output_bodies JOIN outputs USING (workspace_id, id)
     WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND visible`,
    keyColumns(keys),
  );
  return new Map(
    rows.map((row) => [
      outputKey({ workspaceId: row.workspace_id, id: row.id }),
      {
        output: row.output,
        input: row.input,
        action: readAction(row.action),
        metadata: JSON.parse(row.metadata) as Record<string, unknown>,
        confidence: row.confidence,
        latencyMs: row.latency_ms,
        costUsd: row.cost_usd,
      },
    ]),
  );
}

export function readAction(text: string | null): JudgedContentData['action'] {
  return text === null ? null : (JSON.parse(text) as JudgedContentData['action']);
}
