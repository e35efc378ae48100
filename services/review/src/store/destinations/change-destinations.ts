import type { DestinationKind } from '@output-review/contracts';
import {
  addToOutbox,
  type AuditEntry,
  type Auditor,
  type AuditOrigin,
  type Database,
  type StoredEvent,
  type Transaction,
} from '@output-review/runtime';

import { placeOfDestination } from '../../domain/destinations/sealing-place.ts';
import type {
  ChangeDestinations,
  DestinationChanges,
} from '../../use-cases/destinations/destination-changes.ts';
import { IS_SHOWN } from './destination-row.ts';
import { newSigningSecret } from './new-signing-secret.ts';
import { readNotifications, saveNotifications } from './notification-rows.ts';
import { type SubscriptionDeps, subscriptionChangesIn } from './subscription-changes.ts';

interface Deps extends SubscriptionDeps {
  readonly database: Database;
  readonly relay: { handOver(stored: readonly StoredEvent[]): void };
  readonly auditor: Pick<Auditor, 'eventsOf'>;
}

// Any number that no other lock of this database begins with.
const DESTINATIONS_LOCK = 5_310_902;

/** Changes destinations in a transaction; after its commit hands what the audit is told to the relay. */
export const makeChangeDestinations =
  ({ database, relay, auditor, ...deps }: Deps): ChangeDestinations =>
  async <T>(
    origin: AuditOrigin,
    workspaceId: string,
    work: (changes: DestinationChanges) => Promise<T>,
  ) => {
    const [result, stored] = await database.transaction(async (tx) => {
      // What is counted and what is found must hold until the commit.
      await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
        ...[DESTINATIONS_LOCK, workspaceId],
      ]);
      const entries: AuditEntry[] = [];
      const done = await work({
        ...changesIn(tx, workspaceId, deps),
        audit: (entry) => void entries.push({ ...entry, workspaceId }),
      });
      const events = auditor.eventsOf(origin, entries);
      return [done, events.length === 0 ? [] : await addToOutbox(tx, events)] as const;
    });
    relay.handOver(stored);
    return result;
  };

function changesIn(
  tx: Transaction,
  workspaceId: string,
  deps: SubscriptionDeps,
): Omit<DestinationChanges, 'audit'> {
  return {
    ...subscriptionChangesIn(tx, workspaceId, deps),
    notifications: () => readNotifications(tx, workspaceId, deps.sealer),
    saveNotifications: (notifications) =>
      saveNotifications(tx, workspaceId, { ...deps, notifications }),
    kindOf: async (id) => {
      const { rows } = await tx.query<{ kind: DestinationKind }>(
        `SELECT d.kind FROM destinations d WHERE d.workspace_id = $1 AND d.id = $2 AND ${IS_SHOWN}`,
        [workspaceId, id],
      );
      return rows[0]?.kind ?? null;
    },
    rotateSecret: async (id, formerUntil) => {
      const secret = newSigningSecret();
      await tx.query(
        `UPDATE destinations SET
           secret_sealed = $2, former_secret_sealed = secret_sealed, former_secret_until = $3
         WHERE id = $1`,
        [id, deps.sealer.seal(secret, placeOfDestination(id)), formerUntil],
      );
      return secret;
    },
  };
}
