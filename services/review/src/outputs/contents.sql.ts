import { type FileData, type JudgedContentData, outputKey } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import type { OutputKey } from './output.pure.ts';
import { keyColumns } from './outputs.sql.ts';

/** The parts of an output that rules may read, and the project and task whose rules apply. */
export interface JudgedOutput {
  readonly projectId: string;
  readonly taskId: string | null;
  readonly content: JudgedContentData;
  readonly attachments: FileData[];
}

/** The content and files of a `JudgedOutput` as stored. */
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

/** The outputs as their runs read them, by `outputKey`, as of the start of each run. */
export function findRunContents(
  db: SqlClient,
  keys: readonly OutputKey[],
): Promise<Map<string, JudgedOutput>> {
  return findContents(db, keys, OF_RUN);
}

async function findContents(
  db: SqlClient,
  keys: readonly OutputKey[],
  editable: string,
): Promise<Map<string, JudgedOutput>> {
  const { rows } = await db.query<
    OutputKey & Pick<JudgedOutput, 'projectId' | 'taskId'> & ContentRow
  >(
    `SELECT workspace_id AS "workspaceId", id, project_id AS "projectId", task_id AS "taskId",
       output, input, action, confidence, latency_ms AS "latencyMs", cost_usd AS "costUsd", ${editable}
     FROM output_bodies JOIN outputs USING (workspace_id, id)
     WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND visible`,
    keyColumns(keys),
  );
  return new Map(
    rows.map((row) => {
      const { projectId, taskId } = row;
      return [outputKey(row), { projectId, taskId, ...readContent(row) }];
    }),
  );
}

export function readContent({
  action,
  metadata,
  attachments,
  ...row
}: ContentRow): Pick<JudgedOutput, 'content' | 'attachments'> {
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
  return (await findContents(db, [key], PRESENT)).get(outputKey(key)) ?? null;
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
