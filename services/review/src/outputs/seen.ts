import {
  INTERNAL_HEADERS,
  mayBeOutputId,
  outputKey,
  type WorkspacePrincipal,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { SqlClient } from '@output-review/runtime';
import type { AuditOrigin, ContextRoute } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import type { OutputKey } from './output.pure.ts';
import { keyColumns } from './outputs.sql.ts';

/** Who requests a change, and from where. Any request qualifies. */
export interface Caller extends AuditOrigin {
  readonly principal: WorkspacePrincipal;
}

/** For changes that review makes on its own, on schedule. */
export const SYSTEM_ACTOR: AuditOrigin = {
  principal: { kind: 'service', service: 'review' },
  clientAddress: null,
  requestId: null,
};

/** `not-applied` is a sync submission whose caller may know a result that has not arrived here. */
type OutputState = 'seen' | 'not-seen' | 'not-applied' | 'deleted';

/** An error that also tells the gateway why, so that it can send what is missing and repeat the call. */
class OutputNotReady extends AppError {
  readonly state: Exclude<OutputState, 'seen'>;
  /** The missing IDs of a call about several outputs. */
  readonly ids: readonly string[];

  constructor(state: Exclude<OutputState, 'seen'>, ids: readonly string[] = []) {
    super(
      state === 'not-applied' ? 'STILL_EVALUATING' : 'NOT_FOUND',
      state === 'not-applied' ? 'The result is on its way.' : 'There is no such output.',
    );
    this.state = state;
    this.ids = ids;
  }
}

interface OutputRequest {
  readonly params: { readonly id: string };
  readonly principal: WorkspacePrincipal;
  readonly headers: RequestHeaders;
}

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Ensures that callers read their own writes: refuses requests while events of the output may be in flight.
 *
 * @returns the output of the request. @throws OutputNotReady
 */
export async function requireSeen(
  db: SqlClient,
  { params, principal, headers }: OutputRequest,
): Promise<OutputKey> {
  const key = { workspaceId: principal.workspaceId, id: params.id };
  const state = (await findStates(db, [key])).get(outputKey(key)) ?? 'not-seen';
  if (state === 'seen' || (state === 'not-applied' && isAsIs(headers))) return key;
  throw new OutputNotReady(state);
}

/**
 * Refuses while any of the outputs could still arrive. Deleted and unknown ones are for the caller to skip. @throws
 * OutputNotReady
 */
export async function requireAllSeen(
  db: SqlClient,
  keys: readonly OutputKey[],
  headers: RequestHeaders,
): Promise<void> {
  if (isAsIs(headers)) return;
  const states = await findStates(db, keys);
  const missing = keys.filter((key) => {
    if (!mayBeOutputId(key.id)) return false;
    const state = states.get(outputKey(key)) ?? 'not-seen';
    return state === 'not-seen' || state === 'not-applied';
  });
  if (missing.length === 0) return;
  throw new OutputNotReady(
    'not-seen',
    missing.map(({ id }) => id),
  );
}

/** The state of each of these outputs, by `outputKey`. A stub is not seen. */
async function findStates(
  db: SqlClient,
  keys: readonly OutputKey[],
): Promise<Map<string, OutputState>> {
  const { rows } = await db.query<OutputKey & { readonly state: OutputState }>(
    `SELECT workspace_id AS "workspaceId", id,
         CASE
           WHEN deleted_at IS NOT NULL THEN 'deleted'
           WHEN NOT visible THEN 'not-seen'
           WHEN is_sync AND run = 1 AND status = 'pending' THEN 'not-applied'
           ELSE 'seen' END AS state
       FROM outputs
       WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    keyColumns(keys),
  );
  return new Map(rows.map((row) => [outputKey(row), row.state]));
}

/** Whether the gateway has sent what was missing and wants an answer from the present state. */
function isAsIs(headers: RequestHeaders): boolean {
  return headers[INTERNAL_HEADERS.asIs] !== undefined;
}

/** Tells the gateway, along with the error, why an output was not found or could not be answered for. */
export const tellReviewState =
  (route: ContextRoute<Context>): ContextRoute<Context> =>
  (ctx) => {
    const { operation, respond } = route(ctx);
    return {
      operation,
      respond: async (http, tools) => {
        try {
          await respond(http, tools);
        } catch (error) {
          if (error instanceof OutputNotReady) {
            http.set(INTERNAL_HEADERS.reviewState, error.state);
            if (error.ids.length > 0) http.set(INTERNAL_HEADERS.ids, JSON.stringify(error.ids));
          }
          throw error;
        }
      },
    };
  };

export function noSuchOutput(): AppError {
  return new AppError('NOT_FOUND', 'There is no such output.');
}
