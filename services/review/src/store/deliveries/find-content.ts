import type { SqlClient } from '@output-review/runtime';

import type { OutputContent } from '../../domain/deliveries/event-body.ts';
import type { OutputKey } from '../../domain/output.ts';
import { readAttachments } from '../attachments-text.ts';
import { readAction } from '../find-contents.ts';
import { LISTED_JOINS } from '../listed-row.ts';

interface ContentRow {
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
}

const FIND_CONTENT = `
SELECT
  project.name AS project_name, task.name AS task_name, body.output, body.input, body.action,
  body.metadata, body.attachments, o.require_approval, o.tags, o.session_id, o.subject_id, o.actor_id,
  o.model, o.instructions_version, o.revision_of
FROM outputs o ${LISTED_JOINS}
WHERE o.workspace_id = $1 AND o.id = $2 AND o.visible`;

/** What an output holds beside what happens to it; null where it is not there. */
export const makeFindContent =
  (sql: SqlClient) =>
  async ({ workspaceId, id }: OutputKey): Promise<OutputContent | null> => {
    const { rows } = await sql.query<ContentRow>({
      ...{ name: 'find-delivered-content', text: FIND_CONTENT, values: [workspaceId, id] },
    });
    const [row] = rows;
    return row ? toContent(row) : null;
  };

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
    attachments: readAttachments(row.attachments),
  };
}
