import { makeSealedColumn, type SealedColumn, type SqlClient } from '@output-review/runtime';

/** Callback URLs in the bodies of submissions that review has not confirmed yet. */
export const makeSealedCallbackUrls = (sql: SqlClient): SealedColumn =>
  makeSealedColumn(sql, {
    what: 'callback URLs of submissions',
    table: 'submissions',
    key: ['workspace_id', 'id'],
    column: 'body',
    // Parsed only where there is one: a caller's own metadata may have a field of that name.
    sealed: `CASE WHEN position('"callbackUrlSealed":"v1.' IN body) > 0
      THEN body::json ->> 'callbackUrlSealed' END`,
    condition: 'body IS NOT NULL',
  });
