import type { SqlClient } from '@output-review/runtime';

import { nameOf, TEXT_JOINS } from '../details/listed.sql.ts';
import { type FoundApprovals, presentApprovals } from '../outputs/approvals.pure.ts';
import { APPROVALS_COLUMN } from '../outputs/approvals.sql.ts';
import { readAction, readAttachments } from '../outputs/contents.sql.ts';
import { type OutputKey, outputKey } from '../outputs/output.pure.ts';
import { keyColumns } from '../outputs/outputs.sql.ts';
import type { OutputContent } from './body.pure.ts';

interface ContentRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly project_name: string | null;
  readonly task_name: string | null;
  readonly output: string | null;
  readonly input: string | null;
  readonly action: string | null;
  readonly metadata: string | null;
  readonly attachments: string | null;
  readonly require_approval: boolean;
  readonly tags: string[] | null;
  readonly session_id: string | null;
  readonly subject_id: string | null;
  readonly actor_id: string | null;
  readonly model: string | null;
  readonly instructions_version: number | null;
  readonly revision_of: string | null;
  readonly approvals: FoundApprovals | null;
}

const FIND_CONTENTS = `
SELECT
  o.workspace_id, o.id, ${nameOf('project', 'o')} AS project_name, ${nameOf('task', 'o')} AS task_name, body.output, body.input,
  body.action, body.metadata, body.attachments, o.require_approval, o.tags, o.session_id, o.subject_id,
  o.actor_id, o.model, o.instructions_version, o.revision_of, ${APPROVALS_COLUMN}
FROM outputs o ${TEXT_JOINS}
WHERE (o.workspace_id, o.id) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND o.visible`;

/** What these outputs hold beside what happens to them, in their order; null where one is not there. */
export async function findDelivered(
  sql: SqlClient,
  keys: readonly OutputKey[],
): Promise<(OutputContent | null)[]> {
  const { rows } = await sql.query<ContentRow>({
    ...{ name: 'find-delivered-contents', text: FIND_CONTENTS, values: keyColumns(keys) },
  });
  const found = new Map(
    rows.map((row) => [outputKey({ workspaceId: row.workspace_id, id: row.id }), toContent(row)]),
  );
  return keys.map((key) => found.get(outputKey(key)) ?? null);
}

function toContent(row: ContentRow): OutputContent {
  return {
    projectName: row.project_name,
    taskName: row.task_name,
    output: row.output,
    input: row.input,
    action: readAction(row.action),
    requireApproval: row.require_approval,
    metadata: row.metadata === null ? {} : (JSON.parse(row.metadata) as Record<string, unknown>),
    tags: row.tags ?? [],
    sessionId: row.session_id,
    subjectId: row.subject_id,
    actorId: row.actor_id,
    model: row.model,
    instructionsVersion: row.instructions_version,
    revisionOf: row.revision_of,
    approvals: presentApprovals(row.approvals, null),
    attachments: readAttachments(row.attachments),
  };
}
