import type { Sealer, SqlClient } from '@output-review/runtime';

import type { Subscription } from '../../domain/destinations/destination.ts';
import type { ListDestinations } from '../../use-cases/destinations/list-destinations.ts';
import {
  DESTINATION_COLUMNS,
  type DestinationRow,
  IS_SHOWN,
  toDestination,
  toSubscription,
} from './destination-row.ts';

interface ListedRow extends DestinationRow {
  readonly waiting: number;
  readonly dead: number;
}

// A test is sent once: nothing sends it again.
const countOf = (states: string): string => `(
  SELECT count(*)::integer FROM deliveries s
  WHERE s.destination_id = d.id AND s.state IN (${states}) AND s.event <> 'test'
)`;

const ENDED_FOR = '($2::text IS NULL OR d.ended_reason = $2)';

/** The destinations of a workspace, newest first. */
export const makeFindDestinations =
  (db: SqlClient, sealer: Pick<Sealer, 'open'>): ListDestinations =>
  async (workspaceId, { page, limit, endedReason = null }) => {
    const { rows: counted } = await db.query<{ total: number }>(
      `SELECT count(*)::integer AS total FROM destinations d
       WHERE d.workspace_id = $1 AND ${IS_SHOWN} AND ${ENDED_FOR}`,
      [workspaceId, endedReason],
    );
    const { rows } = await db.query<ListedRow>(
      `SELECT ${DESTINATION_COLUMNS},
         ${countOf(`'pending', 'retrying'`)} AS waiting, ${countOf(`'dead'`)} AS dead
       FROM destinations d WHERE d.workspace_id = $1 AND ${IS_SHOWN} AND ${ENDED_FOR}
       ORDER BY d.created_at DESC, d.id DESC LIMIT $3 OFFSET $4`,
      [workspaceId, endedReason, limit, (page - 1) * limit],
    );
    const items = rows.map((row) => ({
      ...{ ...toDestination(row, sealer), waiting: row.waiting, dead: row.dead },
    }));
    return { items, total: counted[0]?.total ?? 0 };
  };

/** The subscriptions of a workspace, newest first: those that live, or all. */
export const makeFindSubscriptions =
  (db: SqlClient, sealer: Pick<Sealer, 'open'>) =>
  async (workspaceId: string, all: boolean): Promise<Subscription[]> => {
    const { rows } = await db.query<DestinationRow>(
      `SELECT ${DESTINATION_COLUMNS} FROM destinations d
       WHERE d.workspace_id = $1 AND d.kind = 'subscription' AND ($2 OR d.is_active)
       ORDER BY d.created_at DESC, d.id DESC`,
      [workspaceId, all],
    );
    return rows.map((row) => toSubscription(row, sealer));
  };
