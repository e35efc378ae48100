import { outputKey } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import { nameOf, TEXT_JOINS } from '../details/listed.sql.ts';
import { type FoundApprovals, presentApprovals } from '../outputs/approvals.pure.ts';
import { APPROVALS_COLUMN } from '../outputs/approvals.sql.ts';
import { readAction, readAttachments, readMetadata } from '../outputs/contents.sql.ts';
import type { OutputKey } from '../outputs/output.pure.ts';
import { keyColumns } from '../outputs/outputs.sql.ts';
import type { OutputContent } from './body.pure.ts';

interface ContentRow
  extends
    OutputKey,
    Omit<OutputContent, 'action' | 'metadata' | 'tags' | 'approvals' | 'attachments'> {
  readonly action: string | null;
  readonly metadata: string | null;
  readonly tags: string[] | null;
  readonly approvals: FoundApprovals | null;
  readonly attachments: string | null;
}

// Columns in the order in which a delivery body has them.
const FIND_CONTENTS = `
SELECT
  o.workspace_id AS "workspaceId", o.id, ${nameOf('project', 'o')} AS "projectName",
  ${nameOf('task', 'o')} AS "taskName", body.output, body.input, body.action,
  o.require_approval AS "requireApproval", body.metadata, o.tags, o.session_id AS "sessionId",
  o.subject_id AS "subjectId", o.actor_id AS "actorId", o.model,
  o.instructions_version AS "instructionsVersion", o.revision_of AS "revisionOf", ${APPROVALS_COLUMN},
  body.attachments
FROM outputs o ${TEXT_JOINS}
WHERE (o.workspace_id, o.id) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND o.visible`;

/** The contents of these outputs, in their order. Null for each that does not exist. */
export async function findDelivered(
  sql: SqlClient,
  keys: readonly OutputKey[],
): Promise<(OutputContent | null)[]> {
  const { rows } = await sql.query<ContentRow>({
    ...{ name: 'find-delivered-contents', text: FIND_CONTENTS, values: keyColumns(keys) },
  });
  const found = new Map(rows.map((row) => [outputKey(row), toContent(row)]));
  return keys.map((key) => found.get(outputKey(key)) ?? null);
}

function toContent({ workspaceId: _workspace, id: _id, ...row }: ContentRow): OutputContent {
  return {
    ...row,
    action: readAction(row.action),
    metadata: readMetadata(row.metadata),
    tags: row.tags ?? [],
    approvals: presentApprovals(row.approvals, null),
    attachments: readAttachments(row.attachments),
  };
}
