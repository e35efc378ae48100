import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { Clock, ServiceClient, SqlClient, Vouch } from '@output-review/runtime';

import { keepHeads, thinHeads } from './heads.sql.ts';

const PAGE = 1_000;
// A transaction of review that began before this call may commit after it, and clocks differ.
const OVERLAP_MS = 5 * 60_000;

// Nobody waits for this call, and it is repeated in a minute.
const TIMEOUT_MS = 10_000;

interface AuditHeadsOptions {
  readonly db: SqlClient;
  readonly clock: Clock;
  /** Owns the chains. */
  readonly review: ServiceClient;
  readonly assertion: Vouch;
}

/** Records the heads of audit chains. */
export class AuditHeads {
  readonly #options: AuditHeadsOptions;
  #changedSince: string | null = null;

  constructor(options: AuditHeadsOptions) {
    this.#options = options;
  }

  /** Stores the head of every chain that has grown since the last call. */
  async keep(signal: AbortSignal): Promise<void> {
    const { db, clock, review, assertion } = this.#options;
    const begun = clock.now().getTime();
    let after: string | undefined;
    do {
      const body = {
        ...(after !== undefined && { after }),
        ...(this.#changedSince !== null && { changedSince: this.#changedSince }),
        limit: PAGE,
      };
      const options = { body, assertion, timeoutMs: TIMEOUT_MS, signal };
      const { heads } = await review.call(INTERNAL_OPERATIONS.listAuditHeads, options);
      // Erased workspaces keep no audit records.
      await keepHeads(
        db,
        heads.filter(({ seq, erasedAt }) => seq > 0 && erasedAt === null),
      );
      after = heads.length === PAGE ? heads.at(-1)?.workspaceId : undefined;
    } while (after !== undefined);
    this.#changedSince = new Date(begun - OVERLAP_MS).toISOString();
    await thinHeads(db);
  }
}
