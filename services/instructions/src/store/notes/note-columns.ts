/** The columns of a note under the names that the use cases have for them. */
export const NOTE_COLUMNS = `
  ref, comment, author, log_id AS "logId", queued_at AS "queuedAt", queued_by AS "queuedBy"`;
