/** The columns of a suggestion under the names that the use cases have for them. */
export const SUGGESTION_COLUMNS = `
  id, state, base_version AS "baseVersion", notes, content, changes, failure,
  created_by AS "createdBy", created_at AS "createdAt"`;
