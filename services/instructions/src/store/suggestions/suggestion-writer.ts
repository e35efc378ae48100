import type { Transaction } from '@output-review/runtime';

import type { DocumentKey } from '../../domain/document.ts';
import type { Suggestion, SuggestionWriter } from '../../use-cases/suggestions/suggestion-store.ts';
import { keyValues, OF_DOCUMENT } from '../documents/key-values.ts';
import { SUGGESTION_COLUMNS } from './suggestion-columns.ts';

/** Writes the suggestions of a document whose row the transaction holds. */
export function makeSuggestionWriter(tx: Transaction, key: DocumentKey): SuggestionWriter {
  return {
    isDrafting: async () => {
      const { rows } = await tx.query(FIND_DRAFTING, keyValues(key));
      return rows.length > 0;
    },
    begin: async ({ id, state, baseVersion, notes, createdBy, createdAt }) => {
      const own = [id, state, baseVersion, JSON.stringify(notes), createdBy, createdAt];
      await tx.query(BEGIN, [...keyValues(key), ...own]);
    },
    find: async (id) => {
      const { rows } = await tx.query<Suggestion>(FIND, [...keyValues(key), id]);
      return rows[0] ?? null;
    },
    setState: async (id, state) => {
      await tx.query(SET_STATE, [...keyValues(key), id, state]);
    },
    keepDraft: async (id, { state, content, changes, failure }) => {
      const own = [id, state, content, JSON.stringify(changes), failure];
      await tx.query(KEEP_DRAFT, [...keyValues(key), ...own]);
    },
  };
}

const FIND_DRAFTING = `SELECT FROM suggestions WHERE ${OF_DOCUMENT} AND state = 'drafting'`;

const BEGIN = `
INSERT INTO suggestions
  (workspace_id, project_id, task_id, id, state, base_version, notes, created_by, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

const FIND = `SELECT ${SUGGESTION_COLUMNS} FROM suggestions WHERE ${OF_DOCUMENT} AND id = $4`;

const SET_STATE = `UPDATE suggestions SET state = $5 WHERE ${OF_DOCUMENT} AND id = $4`;

const KEEP_DRAFT = `
UPDATE suggestions SET state = $5, content = $6, changes = $7, failure = $8
WHERE ${OF_DOCUMENT} AND id = $4`;
