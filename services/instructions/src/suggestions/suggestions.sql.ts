import { SUGGESTIONS_LISTED_MAX, type SuggestionState } from '@output-review/contracts';
import type { Database, Transaction } from '@output-review/runtime';

import type { DocumentKey } from '../documents/documents.pure.ts';
import { keyValues, OF_DOCUMENT } from '../documents/documents.sql.ts';
import type { KeptDraft, Suggestion } from './suggestions.pure.ts';

/** Newest first, up to a limit, and an older one only if it is pending. */
export async function listSuggestionsOf(db: Database, key: DocumentKey): Promise<Suggestion[]> {
  const { rows } = await db.query<Suggestion>(LIST, keyValues(key));
  return rows;
}

/** The document of a suggestion; null if the suggestion does not exist. */
export async function findDocumentOf(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<DocumentKey | null> {
  const { rows } = await db.query<DocumentKey>(FIND_DOCUMENT, [workspaceId, id]);
  return rows[0] ?? null;
}

/** Fails the drafts of killed processes, so that new ones can be requested. */
export async function failLost(db: Database): Promise<void> {
  await db.query(GIVE_UP);
}

// The following functions write the suggestions of a document that the transaction has locked; see `lockDocument`.

export async function isDrafting(tx: Transaction, key: DocumentKey): Promise<boolean> {
  const { rows } = await tx.query(FIND_DRAFTING, keyValues(key));
  return rows.length > 0;
}

export async function insertSuggestion(
  tx: Transaction,
  key: DocumentKey,
  { id, state, baseVersion, notes, outputs, decisions, createdBy, createdAt }: Suggestion,
): Promise<void> {
  const made = [JSON.stringify(notes), decisions && JSON.stringify(decisions)];
  const own = [id, state, baseVersion, ...made, createdBy, createdAt];
  await tx.query(BEGIN, [...keyValues(key), ...own]);
  if (outputs.length === 0) return;
  await tx.query(ADD_OUTPUTS, [key.workspaceId, id, JSON.stringify(outputs)]);
}

/** Null if the suggestion does not exist. */
export async function findSuggestion(
  tx: Transaction,
  key: DocumentKey,
  id: string,
): Promise<Suggestion | null> {
  const { rows } = await tx.query<Suggestion>(FIND, [...keyValues(key), id]);
  return rows[0] ?? null;
}

export async function setState(
  tx: Transaction,
  key: DocumentKey,
  { id, state }: { readonly id: string; readonly state: SuggestionState },
): Promise<void> {
  await tx.query(SET_STATE, [...keyValues(key), id, state]);
}

/** Stores a draft with its new state. */
export async function keepDraft(
  tx: Transaction,
  key: DocumentKey,
  { id, state, content, changes, failure }: KeptDraft & Pick<Suggestion, 'id'>,
): Promise<void> {
  const own = [id, state, content, JSON.stringify(changes), failure];
  await tx.query(KEEP_DRAFT, [...keyValues(key), ...own]);
}

// A ready draft can be accepted only while its base is the active version.
const IS_OUTDATED = `
  state = 'ready' AND base_version <> (SELECT version FROM documents WHERE ${OF_DOCUMENT})`;

const SUGGESTION_COLUMNS = `
  id, CASE WHEN ${IS_OUTDATED} THEN 'stale' ELSE state END AS state, base_version AS "baseVersion",
  notes, decisions, content, changes, failure,
  created_by AS "createdBy", created_at AS "createdAt",
  (
    SELECT coalesce(jsonb_agg(jsonb_build_object(
      'logId', o.log_id, 'decision', o.decision, 'failedRules', o.failed_rules) ORDER BY o.n), '[]')
    FROM suggested_outputs o
    WHERE o.workspace_id = suggestions.workspace_id AND o.suggestion_id = suggestions.id
  ) AS outputs`;

const NEWEST_FIRST = 'ORDER BY begun_at DESC, id DESC';

// Includes a pending draft, however many have failed or been dismissed since.
const LIST = `
SELECT ${SUGGESTION_COLUMNS} FROM suggestions WHERE ${OF_DOCUMENT} AND (
  id IN (
    SELECT id FROM suggestions WHERE ${OF_DOCUMENT} ${NEWEST_FIRST} LIMIT ${SUGGESTIONS_LISTED_MAX}
  )
  OR id = (
    SELECT id FROM suggestions
    WHERE ${OF_DOCUMENT} AND state IN ('drafting', 'ready') AND NOT (${IS_OUTDATED})
    ${NEWEST_FIRST} LIMIT 1
  )
)
${NEWEST_FIRST}`;

const FIND_DOCUMENT = `
SELECT workspace_id AS "workspaceId", project_id AS "projectId", task_id AS "taskId"
FROM suggestions WHERE workspace_id = $1 AND id = $2`;

// Longer than any draft takes without an outage: the evaluator answers within 130 s.
const GIVEN_UP_AFTER = `interval '150 seconds'`;

const GIVE_UP = `
UPDATE suggestions SET state = 'failed', failure = 'The service was restarted. Request a new draft.'
WHERE state = 'drafting' AND begun_at < now() - ${GIVEN_UP_AFTER}`;

const FIND_DRAFTING = `SELECT FROM suggestions WHERE ${OF_DOCUMENT} AND state = 'drafting'`;

const BEGIN = `
INSERT INTO suggestions
  (workspace_id, project_id, task_id, id, state, base_version, notes, decisions, created_by, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

const ADD_OUTPUTS = `
INSERT INTO suggested_outputs (workspace_id, suggestion_id, n, log_id, decision, failed_rules)
SELECT $1, $2, n, o ->> 'logId', o ->> 'decision', o -> 'failedRules'
FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS listed (o, n)`;

const FIND = `SELECT ${SUGGESTION_COLUMNS} FROM suggestions WHERE ${OF_DOCUMENT} AND id = $4`;

const SET_STATE = `UPDATE suggestions SET state = $5 WHERE ${OF_DOCUMENT} AND id = $4`;

const KEEP_DRAFT = `
UPDATE suggestions SET state = $5, content = $6, changes = $7, failure = $8
WHERE ${OF_DOCUMENT} AND id = $4`;
