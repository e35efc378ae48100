import { makeSealedColumn, type SealedColumn, type SqlClient } from '@output-review/runtime';

/** URLs and secrets of destinations, and callback URLs that deliveries keep. */
export const makeSealedDestinations = (sql: SqlClient): readonly SealedColumn[] => [
  ...(['url_sealed', 'secret_sealed', 'former_secret_sealed'] as const).map((column) =>
    makeSealedColumn(sql, {
      ...{ what: WHAT[column], table: 'destinations', key: ['workspace_id', 'id'], column },
      place: `'destination ' || id`,
    }),
  ),
  makeSealedColumn(sql, {
    what: 'callback URLs of deliveries',
    table: 'deliveries',
    key: ['id', 'workspace_id'],
    column: 'callback_url_sealed',
    condition: 'callback_url_sealed IS NOT NULL',
  }),
];

const WHAT = {
  url_sealed: 'URLs of destinations',
  secret_sealed: 'secrets of destinations',
  former_secret_sealed: 'former secrets of destinations',
} as const;
