import type {
  AssertionIssuer,
  Clock,
  Database,
  Logger,
  Loop,
  RateWindow,
  ServiceClient,
} from '@output-review/runtime';
import { startLoop } from '@output-review/runtime';

import { makeConfirmHeld } from './clients/confirm-held.ts';
import { dropBodies, listBodies } from './store/submissions/bodies.ts';
import { releaseOldKeys } from './store/submissions/idempotency-keys.ts';
import { recentSlots } from './store/submissions/recent-slots.ts';
import { makeDropHeldBodies } from './use-cases/submissions/drop-held-bodies.ts';

export interface KeepingDeps {
  readonly database: Database;
  readonly review: ServiceClient;
  readonly issuer: AssertionIssuer;
  readonly clock: Clock;
  readonly log: Logger;
}

const DROP_BODIES_EVERY_MS = 60_000;
const RELEASE_KEYS_EVERY_MS = 60 * 60_000;

/** Starts the loops that keep the table of submissions small. */
export function startKeeping(deps: KeepingDeps): readonly Loop[] {
  const { database, clock, log } = deps;
  const dropHeldBodies = makeDropHeldBodies({
    listBodies: (after) => listBodies(database, after),
    confirmHeld: makeConfirmHeld({ client: deps.review, issuer: deps.issuer }),
    dropBodies: (keys) => dropBodies(database, keys),
  });
  return [
    startLoop({
      name: 'drop-held-bodies',
      everyMs: DROP_BODIES_EVERY_MS,
      run: dropHeldBodies,
      log,
      clock,
    }),
    startLoop({
      name: 'release-idempotency-keys',
      everyMs: RELEASE_KEYS_EVERY_MS,
      run: () => releaseOldKeys(database),
      log,
      clock,
    }),
  ];
}

/** Counts the submissions of the last minute again, which a window in memory has forgotten. */
export async function refillWindow(database: Database, rateWindow: RateWindow): Promise<void> {
  for (const [tokenId, takenAt] of await recentSlots(database)) {
    await rateWindow.refill(tokenId, takenAt);
  }
}
