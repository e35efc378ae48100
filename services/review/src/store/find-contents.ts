import type { JudgedContentData } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import { outputKey, type OutputKey } from '../domain/output.ts';
import type { RunContent } from '../use-cases/judged-output.ts';
import { readAttachments } from './attachments-text.ts';
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
  readonly attachments: string | null;
}

/** What evaluations of these outputs go by, by `outputKey`. */
export async function findContents(
  db: SqlClient,
  keys: readonly OutputKey[],
): Promise<Map<string, RunContent>> {
  const { rows } = await db.query<ContentRow>(
    `SELECT workspace_id, id, output, input, action, metadata, confidence, latency_ms, cost_usd,
       attachments
     FROM output_bodies JOIN outputs USING (workspace_id, id)
     WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND visible`,
    keyColumns(keys),
  );
  return new Map(
    rows.map((row) => [
      outputKey({ workspaceId: row.workspace_id, id: row.id }),
      { content: toContent(row), attachments: readAttachments(row.attachments) },
    ]),
  );
}

function toContent(row: ContentRow): JudgedContentData {
  return {
    output: row.output,
    input: row.input,
    action: readAction(row.action),
    metadata: JSON.parse(row.metadata) as Record<string, unknown>,
    confidence: row.confidence,
    latencyMs: row.latency_ms,
    costUsd: row.cost_usd,
  };
}

export function readAction(text: string | null): JudgedContentData['action'] {
  return text === null ? null : (JSON.parse(text) as JudgedContentData['action']);
}
