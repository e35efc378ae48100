import { createHash } from 'node:crypto';

import { OUTPUT_EVENTS, type OutputsSubmitted } from '@output-review/contracts';
import {
  type Clock,
  newId,
  type Encryptor,
  openOrNull,
  type SqlClient,
  type Transaction,
} from '@output-review/runtime';

import { placeOfDestination } from './destinations.pure.ts';
import { newSigningSecret } from './secrets.ts';

// Workspaces cached in memory, so that not every output tries to insert their row.
const KNOWN_MAX = 50_000;

interface Sealing {
  readonly clock: Clock;
  readonly encryptor: Pick<Encryptor, 'seal'>;
}

/** The one destination of a workspace that represents the callback URLs of its outputs. */
export class CallbackDestinations {
  readonly #sealing: Sealing;
  readonly #known = new Set<string>();

  constructor(sealing: Sealing) {
    this.#sealing = sealing;
  }

  /** Creates it if it is missing and an output needs it. Returns what to call after the commit. */
  async remember(tx: Transaction, submissions: readonly OutputsSubmitted[]): Promise<() => void> {
    const missing = new Set<string>();
    for (const { workspaceId, callbackUrlSealed } of submissions) {
      if (callbackUrlSealed !== null && !this.#known.has(workspaceId)) missing.add(workspaceId);
    }
    if (missing.size === 0) return () => {};
    await ensureCallbacks(tx, this.#sealing, [...missing].sort());
    return () => {
      if (this.#known.size > KNOWN_MAX) this.#known.clear();
      for (const workspaceId of missing) this.#known.add(workspaceId);
    };
  }
}

/** Creates the missing callback destinations of these workspaces. */
export async function ensureCallbacks(
  sql: SqlClient,
  { encryptor, clock }: Sealing,
  workspaceIds: readonly string[],
): Promise<void> {
  const made = workspaceIds.map((workspaceId) => {
    const id = newId();
    const secret = encryptor.seal(newSigningSecret(), placeOfDestination(id));
    return { workspaceId, id, secret };
  });
  await sql.query(
    `INSERT INTO destinations (
         id, workspace_id, kind, source, events, secret_sealed, created_at
       )
       SELECT id, workspace_id, 'callbacks', 'callbacks', $4::text[], secret, $5
       FROM unnest($1::text[], $2::text[], $3::text[]) AS t (id, workspace_id, secret)
       ON CONFLICT (workspace_id, kind) WHERE kind <> 'subscription' DO NOTHING`,
    [
      made.map(({ id }) => id),
      made.map(({ workspaceId }) => workspaceId),
      made.map(({ secret }) => secret),
      OUTPUT_EVENTS,
      clock.now(),
    ],
  );
}

const LANE_LENGTH = 22;

/**
 * Callbacks of a workspace to the same origin share a lane, so that a slow origin does not delay others. Null if the
 * URL cannot be decrypted any more.
 */
export function laneOf(
  encryptor: Pick<Encryptor, 'open'>,
  workspaceId: string,
  callbackUrlSealed: string,
): string | null {
  const url = openOrNull(encryptor, callbackUrlSealed);
  if (url === null || !URL.canParse(url)) return null;
  const hash = createHash('sha256').update(`${workspaceId}\n${new URL(url).origin}`);
  return hash.digest('base64url').slice(0, LANE_LENGTH);
}
