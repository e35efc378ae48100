import { TOPICS } from '@output-review/contracts';
import {
  type ContextRoute,
  makeResealRoute,
  type SealedColumn,
} from '@output-review/shared-kernel';

import type { Context } from '../context.ts';

const ofDestination = (what: string, column: string): SealedColumn => ({
  what,
  table: 'destinations',
  key: ['workspace_id', 'id'],
  column,
  place: `'destination ' || id`,
});

const ofSlackApp = (column: string): SealedColumn => ({
  what: 'secrets of Slack apps',
  table: 'slack_apps',
  key: ['workspace_id', 'team_id'],
  column,
  place: `'slack app ' || workspace_id`,
});

/** What deliveries and Slack apps cannot work without. Lost callback URLs are in the deliveries that fail. */
export const SECRETS: readonly SealedColumn[] = [
  ...[
    ofDestination('URLs of destinations', 'url_sealed'),
    ofDestination('secrets of destinations', 'secret_sealed'),
  ].map((each) => ({ ...each, condition: `ended_reason IS DISTINCT FROM 'deleted'` })),
  ofSlackApp('bot_token_sealed'),
  ofSlackApp('signing_secret_sealed'),
];

const COLUMNS: readonly SealedColumn[] = [
  {
    what: 'callback URLs of outputs',
    table: 'output_bodies',
    key: ['workspace_id', 'id'],
    column: 'callback_url_sealed',
  },
  {
    what: 'callback URLs in dead letters',
    table: 'dead_letters',
    key: ['consumer_group', 'event_id'],
    column: 'json',
    // A dead letter need not be valid JSON.
    sealed: `substring(json FROM '"callbackUrlSealed":"(v1[.][^"]+)"')`,
    condition: `topic = '${TOPICS.outputsSubmitted}'`,
  },
  ofDestination('URLs of destinations', 'url_sealed'),
  ofDestination('secrets of destinations', 'secret_sealed'),
  ofDestination('former secrets of destinations', 'former_secret_sealed'),
  ofDestination('earlier secrets of destinations', 'earlier_secrets_sealed'),
  {
    what: 'callback URLs of deliveries',
    table: 'deliveries',
    key: ['id', 'workspace_id'],
    column: 'callback_url_sealed',
  },
  ofSlackApp('bot_token_sealed'),
  ofSlackApp('signing_secret_sealed'),
];

/** Re-encrypts all encrypted values of review. */
export const resealRoute: ContextRoute<Context> = ({ db, encryptor }) =>
  makeResealRoute(db, encryptor, COLUMNS);
