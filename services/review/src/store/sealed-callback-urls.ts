import { TOPICS } from '@output-review/contracts';
import { makeSealedColumn, type SealedColumn, type SqlClient } from '@output-review/runtime';

/** Callback URLs of outputs, and of submissions that were set aside. */
export const makeSealedCallbackUrls = (sql: SqlClient): readonly SealedColumn[] => [
  makeSealedColumn(sql, {
    what: 'callback URLs of outputs',
    table: 'output_bodies',
    key: ['workspace_id', 'id'],
    column: 'callback_url_sealed',
  }),
  makeSealedColumn(sql, {
    what: 'callback URLs in dead letters',
    table: 'dead_letters',
    key: ['consumer_group', 'event_id'],
    column: 'json',
    // What was set aside need not be JSON.
    sealed: `substring(json FROM '"callbackUrlSealed":"(v1[.][^"]+)"')`,
    condition: `topic = '${TOPICS.outputsSubmitted}'`,
  }),
];
