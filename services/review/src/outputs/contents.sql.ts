import {
  type CorrectedActionData,
  type FileData,
  type JudgedContentData,
  outputKey,
} from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import type { OutputKey } from './output.pure.ts';
import { keyColumns } from './outputs.sql.ts';

/** The input of an evaluation of an output. */
export interface RunContent {
  readonly content: JudgedContentData;
  readonly attachments: FileData[];
}

/** The parts of an output that rules may read, and the project and task whose rules apply. */
export interface JudgedOutput extends RunContent {
  readonly projectId: string;
  readonly taskId: string | null;
}

/** A `RunContent` as stored. */
export interface ContentRow extends Omit<JudgedContentData, 'action' | 'metadata'> {
  readonly action: string | null;
  readonly metadata: string | null;
  readonly attachments: string | null;
}

/** SQL for the size of these columns in bytes. Reads lengths only. */
export const bytesOf = (...columns: readonly string[]): string =>
  columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ');

/** The run of an output `o` has no usable result: it is pending, or its result could not be read. */
export const IS_UNJUDGED = '(o.verdict IS NULL AND o.outcome_set IS NULL)';

const PRESENT = 'metadata, attachments';
const OF_RUN = `coalesce(run_metadata, metadata) AS metadata,
       coalesce(run_attachments, attachments) AS attachments`;

/** The inputs of the runs of these outputs, by `outputKey`, as of the start of each run. */
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
  const { rows } = await db.query<OutputKey & ContentRow>(
    `SELECT workspace_id AS "workspaceId", id, output, input, action, confidence,
       latency_ms AS "latencyMs", cost_usd AS "costUsd", ${editable}
     FROM output_bodies JOIN outputs USING (workspace_id, id)
     WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND visible`,
    keyColumns(keys),
  );
  return new Map(rows.map((row) => [outputKey(row), readContent(row)]));
}

export function readContent({ action, metadata, attachments, ...row }: ContentRow): RunContent {
  const { output, input, confidence, latencyMs, costUsd } = row;
  return {
    content: {
      ...{ output, input, action: readAction(action), metadata: readMetadata(metadata) },
      ...{ confidence, latencyMs, costUsd },
    },
    attachments: readAttachments(attachments),
  };
}

/** What rules may read of one output, null if there is nothing. */
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

/** An output whose submission is a dead letter: only its key is known. */
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

export function readMetadata(text: string | null): Record<string, unknown> {
  return text === null ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** The files of an output as stored, null for none. */
export function writeAttachments(files: readonly FileData[]): string | null {
  return files.length === 0 ? null : JSON.stringify(files);
}

export function readAttachments(text: string | null): FileData[] {
  return text === null ? [] : (JSON.parse(text) as FileData[]);
}
