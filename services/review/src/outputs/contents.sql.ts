import type { CorrectedActionData, FileData, JudgedContentData } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import { type OutputKey, outputKey } from './output.pure.ts';
import { keyColumns } from './outputs.sql.ts';

/** What an evaluation of an output goes by. */
export interface RunContent {
  readonly content: JudgedContentData;
  readonly attachments: FileData[];
}

/** What rules may read of an output, and whose rules they are. */
export interface JudgedOutput extends RunContent {
  readonly projectId: string;
  readonly taskId: string | null;
}

interface ContentRow extends OutputKey, Omit<JudgedContentData, 'action' | 'metadata'> {
  readonly action: string | null;
  readonly metadata: string;
  readonly attachments: string | null;
}

/** No rule has judged the run of an output `o`: it is pending, or its result could not be read. */
export const IS_UNJUDGED = '(o.verdict IS NULL AND o.outcome_set IS NULL)';

const PRESENT = 'metadata, attachments';
const OF_RUN = `coalesce(run_metadata, metadata) AS metadata,
       coalesce(run_attachments, attachments) AS attachments`;

/** What the runs of these outputs go by, by `outputKey`, whatever was edited since they were started. */
export function findRunContents(
  db: SqlClient,
  keys: readonly OutputKey[],
): Promise<Map<string, RunContent>> {
  return findContents(db, keys, OF_RUN);
}

async function findContents(
  db: SqlClient,
  keys: readonly OutputKey[],
  editable: string,
): Promise<Map<string, RunContent>> {
  const { rows } = await db.query<ContentRow>(
    `SELECT workspace_id AS "workspaceId", id, output, input, action, confidence,
       latency_ms AS "latencyMs", cost_usd AS "costUsd", ${editable}
     FROM output_bodies JOIN outputs USING (workspace_id, id)
     WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND visible`,
    keyColumns(keys),
  );
  return new Map(
    rows.map((row) => [
      outputKey(row),
      { content: toContent(row), attachments: readAttachments(row.attachments) },
    ]),
  );
}

function toContent({ action, metadata, ...row }: ContentRow): JudgedContentData {
  const { output, input, confidence, latencyMs, costUsd } = row;
  return {
    ...{ output, input, action: readAction(action) },
    metadata: JSON.parse(metadata) as Record<string, unknown>,
    ...{ confidence, latencyMs, costUsd },
  };
}

/** What rules may read of one output; null where there is nothing. */
export async function findJudged(db: SqlClient, key: OutputKey): Promise<JudgedOutput | null> {
  const [contents, { rows }] = await Promise.all([
    findContents(db, [key], PRESENT),
    db.query<Pick<JudgedOutput, 'projectId' | 'taskId'>>(
      `SELECT project_id AS "projectId", task_id AS "taskId" FROM outputs
       WHERE workspace_id = $1 AND id = $2 AND visible`,
      [key.workspaceId, key.id],
    ),
  ]);
  const judged = contents.get(outputKey(key));
  return judged && rows[0] ? { ...rows[0], ...judged } : null;
}

/** An output whose submission was set aside: all that is there of it is its key. */
export const UNREADABLE: JudgedOutput = {
  ...{ projectId: '', taskId: null, attachments: [] },
  content: {
    ...{ output: null, input: null, action: null, metadata: {} },
    ...{ confidence: null, latencyMs: null, costUsd: null },
  },
};

export function readAction(text: string | null): JudgedContentData['action'] {
  return text === null ? null : (JSON.parse(text) as JudgedContentData['action']);
}

export function readCorrectedAction(text: string | null): CorrectedActionData | null {
  return text === null ? null : (JSON.parse(text) as CorrectedActionData);
}

/** The files of an output as they rest in its row: null for none. */
export function writeAttachments(files: readonly FileData[]): string | null {
  return files.length === 0 ? null : JSON.stringify(files);
}

export function readAttachments(text: string | null): FileData[] {
  return text === null ? [] : (JSON.parse(text) as FileData[]);
}
