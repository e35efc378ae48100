import { TOPICS } from '@output-review/contracts';
import {
  makeResealRoute,
  makeSealedColumn,
  type SealedColumn,
  type SqlClient,
} from '@output-review/runtime';
import type { ContextRoute } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';

/** Callback URLs of outputs and of dead letters. */
const sealedCallbackUrls = (sql: SqlClient): readonly SealedColumn[] => [
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
    // A dead letter need not be valid JSON.
    sealed: `substring(json FROM '"callbackUrlSealed":"(v1[.][^"]+)"')`,
    condition: `topic = '${TOPICS.outputsSubmitted}'`,
  }),
];

/** URLs and secrets of destinations, and callback URLs in deliveries. */
const sealedDestinations = (sql: SqlClient): readonly SealedColumn[] => [
  ...(
    ['url_sealed', 'secret_sealed', 'former_secret_sealed', 'earlier_secrets_sealed'] as const
  ).map((column) =>
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
  }),
];

const sealedSlackApps = (sql: SqlClient): readonly SealedColumn[] =>
  (['bot_token_sealed', 'signing_secret_sealed'] as const).map((column) =>
    makeSealedColumn(sql, {
      ...{
        what: 'secrets of Slack apps',
        table: 'slack_apps',
        key: ['workspace_id', 'team_id'],
        column,
      },
      place: `'slack app ' || workspace_id`,
    }),
  );

const WHAT = {
  url_sealed: 'URLs of destinations',
  secret_sealed: 'secrets of destinations',
  former_secret_sealed: 'former secrets of destinations',
  earlier_secrets_sealed: 'earlier secrets of destinations',
} as const;

/** Re-encrypts all encrypted values of review. */
export const resealRoute: ContextRoute<Context> = ({ db, encryptor }) =>
  makeResealRoute(
    [...sealedCallbackUrls(db), ...sealedDestinations(db), ...sealedSlackApps(db)],
    encryptor,
  );
