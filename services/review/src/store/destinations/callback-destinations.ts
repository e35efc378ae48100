import { OUTPUT_EVENTS, type OutputsSubmitted } from '@output-review/contracts';
import { type Clock, newId, type Sealer, type Transaction } from '@output-review/runtime';

import { placeOfDestination } from '../../domain/destinations/sealing-place.ts';
import { newSigningSecret } from './new-signing-secret.ts';

// Workspaces kept in memory, so that their row is not offered again with every output.
const KNOWN_MAX = 50_000;

interface Deps {
  readonly clock: Clock;
  readonly sealer: Pick<Sealer, 'seal'>;
}

/** The one destination of a workspace that stands for the callback URLs of its outputs. */
export class CallbackDestinations {
  readonly #deps: Deps;
  readonly #known = new Set<string>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Makes it where it is missing and an output needs it. Returns what to call after the commit. */
  async remember(tx: Transaction, submissions: readonly OutputsSubmitted[]): Promise<() => void> {
    const missing = new Set<string>();
    for (const { workspaceId, callbackUrlSealed } of submissions) {
      if (callbackUrlSealed !== null && !this.#known.has(workspaceId)) missing.add(workspaceId);
    }
    if (missing.size === 0) return () => {};
    await this.ensure(tx, [...missing].sort());
    return () => {
      if (this.#known.size > KNOWN_MAX) this.#known.clear();
      for (const workspaceId of missing) this.#known.add(workspaceId);
    };
  }

  /** Makes it where it is missing. */
  async ensure(tx: Pick<Transaction, 'query'>, workspaceIds: readonly string[]): Promise<void> {
    const made = workspaceIds.map((workspaceId) => {
      const id = newId();
      const secret = this.#deps.sealer.seal(newSigningSecret(), placeOfDestination(id));
      return { workspaceId, id, secret };
    });
    await tx.query(
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
        this.#deps.clock.now(),
      ],
    );
  }
}
