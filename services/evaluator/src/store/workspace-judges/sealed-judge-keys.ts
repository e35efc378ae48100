import { makeSealedColumn, type SealedColumn, type SqlClient } from '@output-review/runtime';

/** The keys of workspaces' judges, each sealed for its own `placeOfKey`. */
export const makeSealedJudgeKeys = (sql: SqlClient): SealedColumn =>
  makeSealedColumn(sql, {
    what: 'keys of judges',
    table: 'judge_providers',
    key: ['workspace_id', 'provider'],
    column: 'sealed_key',
    place: `concat('judge key ', workspace_id, ' ', provider, ' ', base_url)`,
  });
