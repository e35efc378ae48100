import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { Clock, ServiceClient, SqlClient, Vouch } from '@output-review/runtime';

import { keepHeads, thinHeads } from './heads.sql.ts';

const PAGE = 1_000;
// A transaction of review that began before the look may have committed after it, and clocks differ.
const OVERLAP_MS = 5 * 60_000;

// Nobody waits for it, and it is asked again in a minute.
const TIMEOUT_MS = 10_000;

interface AuditHeadsOptions {
  readonly db: SqlClient;
  readonly clock: Clock;
  /** Has the chains. */
  readonly review: ServiceClient;
  readonly assertion: Vouch;
}

/** The ends of audit chains, as they are seen. */
export class AuditHeads {
  readonly #options: AuditHeadsOptions;
  #changedSince: string | null = null;

  constructor(options: AuditHeadsOptions) {
    this.#options = options;
  }

  /** Keeps the end of every chain that has become longer since the last time. */
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
      // Of an erased workspace no record is left.
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
