/** The columns of a version `v` under the names that the domain has for them, without its text. */
export const VERSION_COLUMNS = `
  v.version, v.hash, v.source, v.created_at AS "createdAt", v.created_by AS "createdBy",
  v.teach_comment AS "teachComment", v.log_id AS "logId"`;
